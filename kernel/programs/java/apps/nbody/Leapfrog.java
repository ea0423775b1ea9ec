/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The leapfrog integrator, kick-drift-kick: of second order, reversible, and it keeps the energy near its value. */
package nbody;

final class Leapfrog {
  private final Gravity gravity;
  private final Star[] stars;

  Leapfrog(Gravity gravity, Star[] stars) {
    this.gravity = gravity;
    this.stars = stars;
  }

  void run(int steps, double time) {
    gravity.accelerate(stars);
    for (int i = 0; i < steps; i++)
      step(time);
  }

  private void step(double time) {
    for (Star star : stars) {
      star.kick(time / 2);
      star.drift(time);
    }
    gravity.accelerate(stars);
    for (Star star : stars)
      star.kick(time / 2);
  }
}
