/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The machine that is called cannot be asked. */
package java.rmi;

public class ConnectIOException extends RemoteException {
  public ConnectIOException(String message) {
    super(message);
  }

  public ConnectIOException(String message, Exception cause) {
    super(message, cause);
  }
}
