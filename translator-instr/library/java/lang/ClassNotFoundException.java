/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No class of that name is in the program. */
package java.lang;

public class ClassNotFoundException extends ReflectiveOperationException {
  public ClassNotFoundException() {
  }

  public ClassNotFoundException(String message) {
    super(message);
  }

  public ClassNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }

  public ClassNotFoundException(Throwable cause) {
    super(cause);
  }
}
