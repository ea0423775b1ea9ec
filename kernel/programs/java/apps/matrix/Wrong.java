/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A result is not what it has to be. */
package matrix;

final class Wrong extends Exception {
  private static final long serialVersionUID = 1;

  Wrong(String what) {
    super(what);
  }
}
