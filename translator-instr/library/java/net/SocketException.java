/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A socket that cannot do what it was asked for. */
package java.net;

public class SocketException extends java.io.IOException {
  public SocketException() {
  }

  public SocketException(String message) {
    super(message);
  }
}
