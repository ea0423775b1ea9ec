/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format names a precision where none is taken. */
package java.util;

public class IllegalFormatPrecisionException extends IllegalFormatException {
  public IllegalFormatPrecisionException(int precision) {
    super(Integer.toString(precision));
  }
}
