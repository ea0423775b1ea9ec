/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every star pulls every other: exact, and quadratic. */
package nbody;

final class DirectGravity implements Gravity {
  private final double soft;

  /* `soft': the softening length, squared. */
  DirectGravity(double soft) {
    this.soft = soft;
  }

  @Override
  public void accelerate(Star[] stars) {
    for (Star star : stars)
      accelerate(star, stars);
  }

  private void accelerate(Star star, Star[] stars) {
    star.rest();
    for (Star other : stars)
      if (other != star)
        star.pull(other.mass, other.x - star.x, other.y - star.y, other.z - star.z, soft);
  }
}
