/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An argument that the method does not accept. */
package java.lang;

public class IllegalArgumentException extends RuntimeException {
  public IllegalArgumentException() {
  }

  public IllegalArgumentException(String message) {
    super(message);
  }

  public IllegalArgumentException(String message, Throwable cause) {
    super(message, cause);
  }

  public IllegalArgumentException(Throwable cause) {
    super(cause);
  }
}
