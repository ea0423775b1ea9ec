/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task failed; the cause tells why. */
package java.util.concurrent;

public class ExecutionException extends Exception {
  protected ExecutionException() {
  }

  protected ExecutionException(String message) {
    super(message);
  }

  public ExecutionException(String message, Throwable cause) {
    super(message, cause);
  }

  public ExecutionException(Throwable cause) {
    super(cause);
  }
}
