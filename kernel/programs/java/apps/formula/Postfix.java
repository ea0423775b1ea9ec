/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Evaluates tokens without a tree: Dijkstra's shunting-yard with a stack of values beside that of the signs. The
 * check on Parser and the nodes, with which it shares the tables of operators and functions. It takes correct
 * texts only, and evaluates both parts of an `if'. */
package formula;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

final class Postfix {
  private static final String MINUS = "minus"; /* before a factor */

  private final Scope scope;
  private final Deque<Long> values = new ArrayDeque<>();
  private final Deque<String> waiting = new ArrayDeque<>(); /* signs, MINUS, functions, parentheses */
  private boolean factorNext;                               /* a factor is to come, not an operator */

  Postfix(Scope scope) {
    this.scope = scope;
  }

  long eval(List<Token> tokens) {
    factorNext = true;
    for (Token token : tokens)
      take(token);
    return values.pop();
  }

  private void take(Token token) {
    switch (token.kind) {
    case Token.NUMBER:
      value(token.number());
      break;
    case Token.NAME:
      name(token.text);
      break;
    case '(':
      waiting.push("(");
      factorNext = true;
      break;
    case ')':
      close();
      break;
    case ',':
      applyUntil(0);
      factorNext = true;
      break;
    case Token.END:
      applyUntil(0);
      break;
    default:
      operator(token);
    }
  }

  private void value(long value) {
    values.push(value);
    factorNext = false;
  }

  private void name(String name) {
    if (Function.of(name) != null)
      waiting.push(name);
    else
      value(scope.get(name));
  }

  private void operator(Token token) {
    if (factorNext) {
      waiting.push(MINUS);
      return;
    }
    applyUntil(strength(token.text));
    waiting.push(token.text);
    factorNext = true;
  }

  private void close() {
    applyUntil(0);
    waiting.pop();
    Function function = waiting.isEmpty() ? null : Function.of(waiting.peek());
    if (function != null) {
      waiting.pop();
      values.push(call(function));
    }
    factorNext = false;
  }

  private long call(Function function) {
    long[] arguments = new long[function.arity];
    for (int i = arguments.length - 1; i >= 0; i--)
      arguments[i] = values.pop();
    return function.of(arguments);
  }

  /* Applies what waits and binds at least as strongly, up to an open parenthesis. */
  private void applyUntil(int strength) {
    while (!waiting.isEmpty() && !waiting.peek().equals("(") && strength(waiting.peek()) >= strength)
      apply(waiting.pop());
  }

  private void apply(String sign) {
    long right = values.pop();
    if (sign.equals(MINUS))
      values.push(-right);
    else
      values.push(Operator.of(sign.charAt(0)).apply(values.pop(), right));
  }

  private static int strength(String sign) {
    return sign.equals(MINUS) ? Operator.NEGATION : Operator.of(sign.charAt(0)).strength;
  }
}
