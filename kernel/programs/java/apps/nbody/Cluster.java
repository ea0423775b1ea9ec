/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A cluster of mass 1 and radius 1 whose density falls with the square of the radius. The mass inside a radius is
 * then the radius, so that a star that moves across with speed 1 is on a circle, wherever it is. */
package nbody;

import java.util.Random;

final class Cluster {
  private static final long SEED = 1986;

  private Cluster() {
  }

  static Star[] make(int count) {
    Random random = new Random(SEED);
    Star[] stars = new Star[count];
    for (int i = 0; i < count; i++)
      stars[i] = make(random, 1.0 / count);
    stopTogether(stars);
    return stars;
  }

  private static Star make(Random random, double mass) {
    double[] out = direction(random), side = direction(random);
    double radius = random.nextDouble();
    Star star = new Star(mass, out[0] * radius, out[1] * radius, out[2] * radius);
    star.vx = out[1] * side[2] - out[2] * side[1];
    star.vy = out[2] * side[0] - out[0] * side[2];
    star.vz = out[0] * side[1] - out[1] * side[0];
    double speed = Math.sqrt(star.vx * star.vx + star.vy * star.vy + star.vz * star.vz);
    star.vx /= speed;
    star.vy /= speed;
    star.vz /= speed;
    return star;
  }

  /* A unit vector, all directions alike: a point of the ball, pushed out to its surface. */
  private static double[] direction(Random random) {
    double x, y, z, square;
    do {
      x = 2 * random.nextDouble() - 1;
      y = 2 * random.nextDouble() - 1;
      z = 2 * random.nextDouble() - 1;
      square = x * x + y * y + z * z;
    } while (square > 1 || square < 1e-4);
    double length = Math.sqrt(square);
    return new double[] {x / length, y / length, z / length};
  }

  /* Takes the common motion out: the stars have equal masses. */
  private static void stopTogether(Star[] stars) {
    double vx = 0, vy = 0, vz = 0;
    for (Star star : stars) {
      vx += star.vx;
      vy += star.vy;
      vz += star.vz;
    }
    for (Star star : stars) {
      star.vx -= vx / stars.length;
      star.vy -= vy / stars.length;
      star.vz -= vz / stars.length;
    }
  }

  /* Of motion, and of the softened gravity. */
  static double energy(Star[] stars) {
    double energy = 0;
    for (int i = 0; i < stars.length; i++) {
      Star star = stars[i];
      energy += star.mass / 2 * (star.vx * star.vx + star.vy * star.vy + star.vz * star.vz);
      for (int j = 0; j < i; j++)
        energy -= star.mass * stars[j].mass / distance(star, stars[j]);
    }
    return energy;
  }

  private static double distance(Star a, Star b) {
    double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return Math.sqrt(dx * dx + dy * dy + dz * dz + Star.SOFT);
  }
}
