/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class or member could not be reached by name. */
package java.lang;

public class ReflectiveOperationException extends Exception {
  public ReflectiveOperationException() {
  }

  public ReflectiveOperationException(String message) {
    super(message);
  }

  public ReflectiveOperationException(String message, Throwable cause) {
    super(message, cause);
  }

  public ReflectiveOperationException(Throwable cause) {
    super(cause);
  }
}
