/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An integer division by zero, or a result that does not fit. */
package java.lang;

public class ArithmeticException extends RuntimeException {
  public ArithmeticException() {
  }

  public ArithmeticException(String message) {
    super(message);
  }
}
