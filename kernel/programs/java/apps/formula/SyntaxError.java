/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text is no formula; the column, from 0, says where that is seen first. */
package formula;

final class SyntaxError extends Exception {
  private static final long serialVersionUID = 1;
  private final int column;

  SyntaxError(int column, String what) {
    super("column " + column + ": " + what);
    this.column = column;
  }

  int column() {
    return column;
  }
}
