/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two ways to the same result have led to different ones. */
package formula;

final class Mismatch extends Exception {
  private static final long serialVersionUID = 1;

  Mismatch(int formula, String what) {
    super("formula " + formula + ": " + what);
  }
}
