/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A registry has an object of that name already. */
package java.rmi;

public class AlreadyBoundException extends Exception {
  public AlreadyBoundException() {
  }

  public AlreadyBoundException(String message) {
    super(message);
  }
}
