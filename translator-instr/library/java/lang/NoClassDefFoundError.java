/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class cannot be used because its initialisation failed before. */
package java.lang;

public class NoClassDefFoundError extends LinkageError {
  public NoClassDefFoundError() {
  }

  public NoClassDefFoundError(String message) {
    super(message);
  }

  public NoClassDefFoundError(String message, Throwable cause) {
    super(message, cause);
  }

  public NoClassDefFoundError(Throwable cause) {
    super(cause);
  }
}
