/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is asked for is not allowed. */
package java.rmi;

public class AccessException extends RemoteException {
  public AccessException(String message) {
    super(message);
  }

  public AccessException(String message, Exception cause) {
    super(message, cause);
  }
}
