/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A blocked thread was interrupted. */
package java.lang;

public class InterruptedException extends Exception {
  public InterruptedException() {
  }

  public InterruptedException(String message) {
    super(message);
  }
}
