/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An error in the machine that was called. */
package java.rmi;

public class ServerError extends RemoteException {
  public ServerError(String message, Error cause) {
    super(message, cause);
  }
}
