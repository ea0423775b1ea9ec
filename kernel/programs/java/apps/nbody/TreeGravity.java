/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Gravity by an octree that is built anew each time: a cell that looks small from a star pulls it as one point. */
package nbody;

final class TreeGravity implements Gravity {
  private final double opening;
  private long interactions;

  /* `opening': a cell counts as one point when its width is at most this part of its distance. */
  TreeGravity(double opening) {
    this.opening = opening;
  }

  @Override
  public void accelerate(Star[] stars) {
    Cell root = tree(stars);
    for (Star star : stars) {
      star.rest();
      interactions += root.pull(star, opening * opening);
    }
  }

  /* Pulls of a star or a cell on a star, so far. */
  long interactions() {
    return interactions;
  }

  private static Cell tree(Star[] stars) {
    Cell root = new Cell(0, 0, 0, reach(stars), 0);
    for (Star star : stars)
      root.add(star);
    root.weigh();
    return root;
  }

  /* Half the width of a cube around the origin that holds all stars, with room for rounding. */
  private static double reach(Star[] stars) {
    double reach = 0;
    for (Star star : stars)
      reach = Math.max(reach, Math.max(Math.abs(star.x), Math.max(Math.abs(star.y), Math.abs(star.z))));
    return reach * 1.001;
  }
}
