/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An executor takes no more tasks. */
package java.util.concurrent;

public class RejectedExecutionException extends RuntimeException {
  public RejectedExecutionException() {
  }

  public RejectedExecutionException(Throwable cause) {
    super(cause);
  }

  public RejectedExecutionException(String message) {
    super(message);
  }

  public RejectedExecutionException(String message, Throwable cause) {
    super(message, cause);
  }
}
