/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine that is called does not answer. */
package java.rmi;

public class ConnectException extends RemoteException {
  public ConnectException(String message) {
    super(message);
  }

  public ConnectException(String message, Exception cause) {
    super(message, cause);
  }
}
