/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The name of the machine that is called is not known. */
package java.rmi;

public class UnknownHostException extends RemoteException {
  public UnknownHostException(String message) {
    super(message);
  }

  public UnknownHostException(String message, Exception cause) {
    super(message, cause);
  }
}
