/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It took too long. */
package java.util.concurrent;

public class TimeoutException extends Exception {
  public TimeoutException() {
  }

  public TimeoutException(String message) {
    super(message);
  }
}
