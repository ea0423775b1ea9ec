/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the server refuses to do, and why. */
package stock;

final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  Refused(String why) {
    super(why);
  }
}
