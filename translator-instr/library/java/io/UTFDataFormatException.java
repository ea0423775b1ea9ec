/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes that are not modified UTF-8. */
package java.io;

public class UTFDataFormatException extends IOException {
  public UTFDataFormatException() {
  }

  public UTFDataFormatException(String message) {
    super(message);
  }
}
