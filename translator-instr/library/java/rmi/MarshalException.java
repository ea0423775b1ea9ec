/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arguments or a result could not be sent. */
package java.rmi;

public class MarshalException extends RemoteException {
  public MarshalException(String message) {
    super(message);
  }

  public MarshalException(String message, Exception cause) {
    super(message, cause);
  }
}
