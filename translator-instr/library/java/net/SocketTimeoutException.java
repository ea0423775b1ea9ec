/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Nothing has come in the time that a socket was given. */
package java.net;

public class SocketTimeoutException extends java.io.InterruptedIOException {
  public SocketTimeoutException() {
  }

  public SocketTimeoutException(String message) {
    super(message);
  }
}
