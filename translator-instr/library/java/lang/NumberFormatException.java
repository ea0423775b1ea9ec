/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text that is not a number of the type asked for. */
package java.lang;

public class NumberFormatException extends IllegalArgumentException {
  public NumberFormatException() {
  }

  public NumberFormatException(String message) {
    super(message);
  }
}
