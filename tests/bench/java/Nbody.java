/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Doubles in objects: five bodies under gravity. Positions in astronomical units, time in days, the sun's mass 4 pi^2. */
class Nbody extends Bench {
  private static final double SUN = 4 * Math.PI * Math.PI;
  private static final double YEAR = 365.24;

  static final class Body {
    double x, y, z, vx, vy, vz;
    final double mass;

    Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.vx = vx * YEAR;
      this.vy = vy * YEAR;
      this.vz = vz * YEAR;
      this.mass = mass * SUN;
    }
  }

  private static Body[] system() {
    Body[] bodies = {
      new Body(0, 0, 0, 0, 0, 0, 1),
      new Body(4.84143144246472090e+00, -1.16032004402742839e+00, -1.03622044471123109e-01,
               1.66007664274403694e-03, 7.69901118419740425e-03, -6.90460016972063023e-05, 9.54791938424326609e-04),
      new Body(8.34336671824457987e+00, 4.12479856412430479e+00, -4.03523417114321381e-01,
               -2.76742510726411868e-03, 4.99852801234917238e-03, 2.30417297573763929e-05, 2.85885980666130812e-04),
      new Body(1.28943695621391310e+01, -1.51111514016986312e+01, -2.23307578892655734e-01,
               2.96460137564761618e-03, 2.37847173959480950e-03, -2.96589568540237556e-05, 4.36624404335156298e-05),
      new Body(1.53796971148509165e+01, -2.59193146099879641e+01, 1.79258772950371181e-01,
               2.68067772490389322e-03, 1.62824170038242295e-03, -9.51592254519715870e-05, 5.15138902046611451e-05),
    };
    for (Body b : bodies) {
      bodies[0].vx -= b.vx * b.mass / SUN;
      bodies[0].vy -= b.vy * b.mass / SUN;
      bodies[0].vz -= b.vz * b.mass / SUN;
    }
    return bodies;
  }

  private static void step(Body[] bodies, double dt) {
    for (int i = 0; i < bodies.length; i++) {
      Body a = bodies[i];
      for (int j = i + 1; j < bodies.length; j++) {
        Body b = bodies[j];
        double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        double square = dx * dx + dy * dy + dz * dz;
        double force = dt / (square * Math.sqrt(square));
        a.vx -= dx * b.mass * force;
        a.vy -= dy * b.mass * force;
        a.vz -= dz * b.mass * force;
        b.vx += dx * a.mass * force;
        b.vy += dy * a.mass * force;
        b.vz += dz * a.mass * force;
      }
    }
    for (Body b : bodies) {
      b.x += dt * b.vx;
      b.y += dt * b.vy;
      b.z += dt * b.vz;
    }
  }

  private static double energy(Body[] bodies) {
    double e = 0;
    for (int i = 0; i < bodies.length; i++) {
      Body a = bodies[i];
      e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz);
      for (int j = i + 1; j < bodies.length; j++) {
        Body b = bodies[j];
        double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        e -= a.mass * b.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
    }
    return e;
  }

  @Override
  long run() {
    Body[] bodies = system();
    for (int i = 0; i < 20_000; i++)
      step(bodies, 0.01);
    return Math.round(energy(bodies) * 1e9);
  }

  public static void main(String[] args) {
    new Nbody().measure(-169089263L);
  }
}
