/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A minus sign before a factor. */
package formula;

final class Negation extends Node {
  private final Node operand;

  Negation(Node operand) {
    this.operand = operand;
  }

  @Override
  long eval(Scope scope) {
    return -operand.eval(scope);
  }

  @Override
  Node simplify() {
    Node simple = operand.simplify();
    if (simple instanceof NumberNode)
      return new NumberNode(-((NumberNode)simple).value);
    if (simple instanceof Negation)
      return ((Negation)simple).operand;
    return new Negation(simple);
  }

  @Override
  int strength() {
    return Operator.NEGATION;
  }

  @Override
  void print(StringBuilder to) {
    to.append('-');
    operand.print(to, FACTOR);
  }

  @Override
  int size() {
    return 1 + operand.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Negation && ((Negation)other).operand.equals(operand);
  }
}
