/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a program rarely can mend. */
package java.lang;

public class Error extends Throwable {
  public Error() {
  }

  public Error(String message) {
    super(message);
  }

  public Error(String message, Throwable cause) {
    super(message, cause);
  }

  public Error(Throwable cause) {
    super(cause);
  }

  protected Error(String message, Throwable cause, boolean suppression, boolean writableTrace) {
    super(message, cause, suppression, writableTrace);
  }
}
