/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object of a class that is abstract was to be made. */
package java.lang;

public class InstantiationError extends IncompatibleClassChangeError {
  public InstantiationError() {
  }

  public InstantiationError(String message) {
    super(message);
  }
}
