/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A use of null where an object is needed. */
package java.lang;

public class NullPointerException extends RuntimeException {
  public NullPointerException() {
  }

  public NullPointerException(String message) {
    super(message);
  }
}
