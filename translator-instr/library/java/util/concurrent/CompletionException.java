/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A step of a computation failed. */
package java.util.concurrent;

public class CompletionException extends RuntimeException {
  protected CompletionException() {
  }

  protected CompletionException(String message) {
    super(message);
  }

  public CompletionException(String message, Throwable cause) {
    super(message, cause);
  }

  public CompletionException(Throwable cause) {
    super(cause);
  }
}
