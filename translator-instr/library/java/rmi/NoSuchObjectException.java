/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The object that is called is no longer offered. */
package java.rmi;

public class NoSuchObjectException extends RemoteException {
  public NoSuchObjectException(String message) {
    super(message);
  }
}
