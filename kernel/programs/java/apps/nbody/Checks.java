/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the simulation is held to; each check gives the size of an error. */
package nbody;

final class Checks {
  private static final int KEPLER_STEPS = 400;

  /* The leapfrog errs by the square of its step, which is 2 pi / steps of the stars' time; the way is pi. Measured: a
   * third of that. */
  static final double KEPLER_MISS = Math.PI * (2 * Math.PI / KEPLER_STEPS) * (2 * Math.PI / KEPLER_STEPS);

  private static final int HOME_STARS = 12, HOME_STEPS = 60;
  static final double HOME_MISS = 1e-10; /* rounding alone, of 120 steps */

  private Checks() {
  }

  /* Root mean square of the error in a star's acceleration, relative to the root mean square acceleration. */
  static double error(Gravity gravity, Star[] stars) {
    gravity.accelerate(stars);
    double[] seen = accelerations(stars);
    new DirectGravity(Star.SOFT).accelerate(stars);
    double[] exact = accelerations(stars);
    double off = 0, all = 0;
    for (int i = 0; i < exact.length; i++) {
      off += (seen[i] - exact[i]) * (seen[i] - exact[i]);
      all += exact[i] * exact[i];
    }
    return Math.sqrt(off / all);
  }

  private static double[] accelerations(Star[] stars) {
    double[] all = new double[3 * stars.length];
    for (int i = 0; i < stars.length; i++) {
      all[3 * i] = stars[i].ax;
      all[3 * i + 1] = stars[i].ay;
      all[3 * i + 2] = stars[i].az;
    }
    return all;
  }

  /* Two stars of mass 1/2 that circle each other at distance 1 are back after 2 pi: how far they are from there. */
  static double kepler() {
    Star[] pair = {new Star(0.5, 0.5, 0, 0), new Star(0.5, -0.5, 0, 0)};
    pair[0].vy = 0.5;
    pair[1].vy = -0.5;
    new Leapfrog(new DirectGravity(0), pair).run(KEPLER_STEPS, 2 * Math.PI / KEPLER_STEPS);
    return Math.max(miss(pair[0], 0.5, 0, 0), miss(pair[1], -0.5, 0, 0));
  }

  /* The largest miss of a cluster that runs, turns back and runs as long again. */
  static double forthAndBack() {
    Star[] stars = Cluster.make(HOME_STARS), home = Cluster.make(HOME_STARS);
    Leapfrog leapfrog = new Leapfrog(new DirectGravity(Star.SOFT), stars);
    leapfrog.run(HOME_STEPS, 1.0 / 64);
    for (Star star : stars)
      star.turnBack();
    leapfrog.run(HOME_STEPS, 1.0 / 64);
    double most = 0;
    for (int i = 0; i < stars.length; i++)
      most = Math.max(most, miss(stars[i], home[i].x, home[i].y, home[i].z));
    return most;
  }

  private static double miss(Star star, double x, double y, double z) {
    double dx = star.x - x, dy = star.y - y, dz = star.z - z;
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
