/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clone() of an object that is not Cloneable. */
package java.lang;

public class CloneNotSupportedException extends Exception {
  public CloneNotSupportedException() {
  }

  public CloneNotSupportedException(String message) {
    super(message);
  }
}
