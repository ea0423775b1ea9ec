/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The operators: their signs, how strongly they bind, what they do. All bind to the left. */
package formula;

enum Operator {
  ADD('+', 1, (a, b) -> a + b),
  SUBTRACT('-', 1, (a, b) -> a - b),
  MULTIPLY('*', 2, (a, b) -> a * b),
  DIVIDE('/', 2, (a, b) -> a / b),
  REMAINDER('%', 2, (a, b) -> a % b);

  /* How strongly a minus sign before a factor binds. */
  static final int NEGATION = 3;

  private static final Operator[] ALL = values();

  interface Action {
    long of(long a, long b);
  }

  final char sign;
  final int strength;
  private final Action action;

  Operator(char sign, int strength, Action action) {
    this.sign = sign;
    this.strength = strength;
    this.action = action;
  }

  /* Throws ArithmeticException where Java's operator does. */
  long apply(long a, long b) {
    return action.of(a, b);
  }

  /* The operator with that sign; null when there is none. */
  static Operator of(char sign) {
    for (Operator operator : ALL)
      if (operator.sign == sign)
        return operator;
    return null;
  }
}
