/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A way to find the accelerations of all stars; it replaces those that they have. */
package nbody;

interface Gravity {
  void accelerate(Star[] stars);
}
