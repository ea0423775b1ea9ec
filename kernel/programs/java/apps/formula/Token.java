/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A piece of a formula's text: a number, a name, or a sign, which is its own kind; '$' ends the list. */
package formula;

final class Token {
  static final char NUMBER = '0', NAME = 'a', END = '$';

  final char kind;
  final String text;
  final int column;

  Token(char kind, String text, int column) {
    this.kind = kind;
    this.text = text;
    this.column = column;
  }

  long number() {
    return Long.parseLong(text);
  }

  @Override
  public String toString() {
    return kind == END ? "the end" : "`" + text + "'";
  }
}
