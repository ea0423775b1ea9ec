/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The charset, or UTF-16, does not have this character. */
package java.nio.charset;

public class UnmappableCharacterException extends CharacterCodingException {
  private final int length;

  public UnmappableCharacterException(int length) {
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
