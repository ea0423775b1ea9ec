/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A static initialiser threw an exception, which is the cause. */
package java.lang;

public class ExceptionInInitializerError extends LinkageError {
  public ExceptionInInitializerError() {
    initCause(null);
  }

  public ExceptionInInitializerError(Throwable thrown) {
    super(null, thrown);
  }

  public ExceptionInInitializerError(String message) {
    super(message, null);
  }

  public Throwable getException() {
    return getCause();
  }
}
