/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no stub for the class of an object that is offered. */
package java.rmi;

public class StubNotFoundException extends RemoteException {
  public StubNotFoundException(String message) {
    super(message);
  }

  public StubNotFoundException(String message, Exception cause) {
    super(message, cause);
  }
}
