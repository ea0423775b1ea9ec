/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A thread in the wrong state for the call, such as started twice. */
package java.lang;

public class IllegalThreadStateException extends IllegalArgumentException {
  public IllegalThreadStateException() {
  }

  public IllegalThreadStateException(String message) {
    super(message);
  }
}
