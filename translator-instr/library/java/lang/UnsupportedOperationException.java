/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An optional operation that this object lacks. */
package java.lang;

public class UnsupportedOperationException extends RuntimeException {
  public UnsupportedOperationException() {
  }

  public UnsupportedOperationException(String message) {
    super(message);
  }

  public UnsupportedOperationException(String message, Throwable cause) {
    super(message, cause);
  }

  public UnsupportedOperationException(Throwable cause) {
    super(cause);
  }
}
