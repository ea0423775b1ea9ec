/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program may want to catch. */
package java.lang;

public class Exception extends Throwable {
  public Exception() {
  }

  public Exception(String message) {
    super(message);
  }

  public Exception(String message, Throwable cause) {
    super(message, cause);
  }

  public Exception(Throwable cause) {
    super(cause);
  }

  protected Exception(String message, Throwable cause, boolean suppression, boolean writableTrace) {
    super(message, cause, suppression, writableTrace);
  }
}
