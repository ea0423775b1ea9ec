/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * This thread performs no call of another machine. */
package java.rmi.server;

public class ServerNotActiveException extends Exception {
  public ServerNotActiveException() {
  }

  public ServerNotActiveException(String message) {
    super(message);
  }
}
