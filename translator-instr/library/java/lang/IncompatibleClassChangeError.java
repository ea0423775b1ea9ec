/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class changed since its users were compiled. */
package java.lang;

public class IncompatibleClassChangeError extends LinkageError {
  public IncompatibleClassChangeError() {
  }

  public IncompatibleClassChangeError(String message) {
    super(message);
  }
}
