/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An occurrence of a word: the offset of its first byte in the text. */
package textindex;

final class Token {
  final Word word;
  final long position;

  Token(Word word, long position) {
    this.word = word;
    this.position = position;
  }
}
