/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A cast to a type that the object does not have. */
package java.lang;

public class ClassCastException extends RuntimeException {
  public ClassCastException() {
  }

  public ClassCastException(String message) {
    super(message);
  }
}
