/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes a tree of tokens by recursive descent; a method for each line of the grammar (Main.java). */
package formula;

import java.util.List;

final class Parser {
  private final List<Token> tokens;
  private int at;

  /* `tokens' as Tokenizer.all() gives them. */
  Parser(List<Token> tokens) {
    this.tokens = tokens;
  }

  /* The whole text as one formula. */
  Node formula() throws SyntaxError {
    Node tree = sum();
    if (token().kind != Token.END)
      throw unexpected("an operator or the end");
    return tree;
  }

  private Token token() {
    return tokens.get(at);
  }

  private SyntaxError unexpected(String wanted) {
    return new SyntaxError(token().column, "there is " + token() + " where " + wanted + " is wanted");
  }

  private void take(char kind) throws SyntaxError {
    if (token().kind != kind)
      throw unexpected("`" + kind + "'");
    at++;
  }

  private Node sum() throws SyntaxError {
    Node left = product();
    while (token().kind == '+' || token().kind == '-')
      left = new Operation(Operator.of(tokens.get(at++).kind), left, product());
    return left;
  }

  private Node product() throws SyntaxError {
    Node left = signed();
    while (token().kind == '*' || token().kind == '/' || token().kind == '%')
      left = new Operation(Operator.of(tokens.get(at++).kind), left, signed());
    return left;
  }

  private Node signed() throws SyntaxError {
    if (token().kind != '-')
      return factor();
    at++;
    return new Negation(factor());
  }

  private Node factor() throws SyntaxError {
    Token first = token();
    switch (first.kind) {
    case Token.NUMBER:
      at++;
      return new NumberNode(first.number());
    case Token.NAME:
      at++;
      return token().kind == '(' ? call(first) : new Variable(first.text);
    case '(':
      return parenthesis();
    default:
      throw unexpected("a number, a name or `('");
    }
  }

  private Node parenthesis() throws SyntaxError {
    take('(');
    Node inner = sum();
    take(')');
    return inner;
  }

  private Node call(Token name) throws SyntaxError {
    Function function = Function.of(name.text);
    if (function == null)
      throw new SyntaxError(name.column, "no function is called " + name);
    Node[] arguments = new Node[function.arity];
    take('(');
    for (int i = 0; i < arguments.length; i++) {
      if (i > 0)
        take(',');
      arguments[i] = sum();
    }
    take(')');
    return new Call(function, arguments);
  }
}
