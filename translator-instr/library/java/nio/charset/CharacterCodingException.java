/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Something cannot be encoded or decoded. */
package java.nio.charset;

public class CharacterCodingException extends java.io.IOException {
  public CharacterCodingException() {
  }
}
