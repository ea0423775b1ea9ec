/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A call of a method that the class does not implement. */
package java.lang;

public class AbstractMethodError extends IncompatibleClassChangeError {
  public AbstractMethodError() {
  }

  public AbstractMethodError(String message) {
    super(message);
  }
}
