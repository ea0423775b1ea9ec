/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cuts a formula's text into tokens. */
package formula;

import java.util.ArrayList;
import java.util.List;

final class Tokenizer {
  private static final String SIGNS = "+-*/%(),";

  private final String text;
  private int at;

  Tokenizer(String text) {
    this.text = text;
  }

  /* All tokens and the one that says END. */
  List<Token> all() throws SyntaxError {
    List<Token> all = new ArrayList<>();
    Token token;
    do
      all.add(token = next());
    while (token.kind != Token.END);
    return all;
  }

  private Token next() throws SyntaxError {
    skipBlanks();
    if (at == text.length())
      return new Token(Token.END, "", at);
    char c = text.charAt(at);
    if (Character.isDigit(c))
      return number();
    if (Character.isLetter(c))
      return name();
    if (SIGNS.indexOf(c) < 0)
      throw new SyntaxError(at, "`" + c + "' means nothing here");
    return new Token(c, text.substring(at, ++at), at - 1);
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ')
      at++;
  }

  private Token number() throws SyntaxError {
    int from = at;
    while (at < text.length() && Character.isDigit(text.charAt(at)))
      at++;
    if (at - from > 18) /* 10^18 fits 64 bits */
      throw new SyntaxError(from, "a number has 18 digits at most");
    return new Token(Token.NUMBER, text.substring(from, at), from);
  }

  private Token name() {
    int from = at;
    while (at < text.length() && Character.isLetter(text.charAt(at)))
      at++;
    return new Token(Token.NAME, text.substring(from, at), from);
  }
}
