/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A collection changed while it was iterated. */
package java.util;

public class ConcurrentModificationException extends RuntimeException {
  public ConcurrentModificationException() {
  }

  public ConcurrentModificationException(String message) {
    super(message);
  }

  public ConcurrentModificationException(String message, Throwable cause) {
    super(message, cause);
  }

  public ConcurrentModificationException(Throwable cause) {
    super(cause);
  }
}
