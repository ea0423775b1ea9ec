/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * There is no charset of this name here. */
package java.io;

public class UnsupportedEncodingException extends IOException {
  public UnsupportedEncodingException() {
  }

  public UnsupportedEncodingException(String message) {
    super(message);
  }
}
