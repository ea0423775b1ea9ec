/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A method that the class does not have. */
package java.lang;

public class NoSuchMethodError extends IncompatibleClassChangeError {
  public NoSuchMethodError() {
  }

  public NoSuchMethodError(String message) {
    super(message);
  }
}
