/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A field that the class does not have. */
package java.lang;

public class NoSuchFieldError extends IncompatibleClassChangeError {
  public NoSuchFieldError() {
  }

  public NoSuchFieldError(String message) {
    super(message);
  }
}
