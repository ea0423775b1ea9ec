/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An address or port that a socket cannot have. */
package java.net;

public class BindException extends SocketException {
  public BindException() {
  }

  public BindException(String message) {
    super(message);
  }
}
