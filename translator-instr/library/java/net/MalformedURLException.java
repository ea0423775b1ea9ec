/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text is no URL. */
package java.net;

public class MalformedURLException extends java.io.IOException {
  public MalformedURLException() {
  }

  public MalformedURLException(String message) {
    super(message);
  }
}
