/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task was cancelled, so it has no result. */
package java.util.concurrent;

public class CancellationException extends IllegalStateException {
  public CancellationException() {
  }

  public CancellationException(String message) {
    super(message);
  }
}
