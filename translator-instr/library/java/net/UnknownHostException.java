/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A name that no address is known of. */
package java.net;

public class UnknownHostException extends java.io.IOException {
  public UnknownHostException() {
  }

  public UnknownHostException(String message) {
    super(message);
  }
}
