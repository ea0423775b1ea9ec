/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Input that is not of the type asked for. */
package java.util;

public class InputMismatchException extends NoSuchElementException {
  public InputMismatchException() {
  }

  public InputMismatchException(String message) {
    super(message);
  }
}
