/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A registry has no object of that name. */
package java.rmi;

public class NotBoundException extends Exception {
  public NotBoundException() {
  }

  public NotBoundException(String message) {
    super(message);
  }
}
