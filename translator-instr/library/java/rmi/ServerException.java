/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A remote exception in the machine that was called. */
package java.rmi;

public class ServerException extends RemoteException {
  public ServerException(String message) {
    super(message);
  }

  public ServerException(String message, Exception cause) {
    super(message, cause);
  }
}
