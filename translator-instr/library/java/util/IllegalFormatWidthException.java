/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format names a width where none is taken. */
package java.util;

public class IllegalFormatWidthException extends IllegalFormatException {
  public IllegalFormatWidthException(int width) {
    super(Integer.toString(width));
  }
}
