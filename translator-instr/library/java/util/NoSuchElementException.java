/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no further element. */
package java.util;

public class NoSuchElementException extends RuntimeException {
  public NoSuchElementException() {
  }

  public NoSuchElementException(String message) {
    super(message);
  }

  public NoSuchElementException(String message, Throwable cause) {
    super(message, cause);
  }

  public NoSuchElementException(Throwable cause) {
    super(cause);
  }
}
