/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Input ended too early. */
package java.io;

public class EOFException extends IOException {
  public EOFException() {
  }

  public EOFException(String message) {
    super(message);
  }
}
