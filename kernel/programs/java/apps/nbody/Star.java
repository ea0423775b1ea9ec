/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A star: mass, place, velocity, and the acceleration that a Gravity gave it last. */
package nbody;

final class Star {
  /* Plummer's softening, squared: closer than this the pull no longer grows, so that steps need not shrink. */
  static final double SOFT = 0.05 * 0.05;

  final double mass;
  double x, y, z;
  double vx, vy, vz;
  double ax, ay, az;

  Star(double mass, double x, double y, double z) {
    this.mass = mass;
    this.x = x;
    this.y = y;
    this.z = z;
  }

  void kick(double time) {
    vx += ax * time;
    vy += ay * time;
    vz += az * time;
  }

  void drift(double time) {
    x += vx * time;
    y += vy * time;
    z += vz * time;
  }

  void rest() {
    ax = ay = az = 0;
  }

  void turnBack() {
    vx = -vx;
    vy = -vy;
    vz = -vz;
  }

  /* Adds the pull of a mass at that distance from here. */
  void pull(double mass, double dx, double dy, double dz, double soft) {
    double square = dx * dx + dy * dy + dz * dz + soft;
    double strength = mass / (square * Math.sqrt(square));
    ax += dx * strength;
    ay += dy * strength;
    az += dz * strength;
  }
}
