/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An int that is no character, for %c. */
package java.util;

public class IllegalFormatCodePointException extends IllegalFormatException {
  public IllegalFormatCodePointException(int codePoint) {
    super("Code point = 0x" + Integer.toHexString(codePoint));
  }
}
