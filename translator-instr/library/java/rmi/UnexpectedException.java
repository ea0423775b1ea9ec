/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A remote method threw a checked exception that its interface does not declare. */
package java.rmi;

public class UnexpectedException extends RemoteException {
  public UnexpectedException(String message) {
    super(message);
  }

  public UnexpectedException(String message, Exception cause) {
    super(message, cause);
  }
}
