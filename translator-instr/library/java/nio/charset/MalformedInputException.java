/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes, or the characters, are none of the charset. */
package java.nio.charset;

public class MalformedInputException extends CharacterCodingException {
  private final int length;

  public MalformedInputException(int length) {
    this.length = length;
  }

  public int getInputLength() {
    return length;
  }

  @Override
  public String getMessage() {
    return "Input length = " + length;
  }
}
