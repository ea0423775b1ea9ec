/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arguments or a result could not be read. */
package java.rmi;

public class UnmarshalException extends RemoteException {
  public UnmarshalException(String message) {
    super(message);
  }

  public UnmarshalException(String message, Exception cause) {
    super(message, cause);
  }
}
