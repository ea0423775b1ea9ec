/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A wait, notify or exit by a thread that does not own the monitor. */
package java.lang;

public class IllegalMonitorStateException extends RuntimeException {
  public IllegalMonitorStateException() {
  }

  public IllegalMonitorStateException(String message) {
    super(message);
  }
}
