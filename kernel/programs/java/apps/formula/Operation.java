/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Two formulas and an operator between them. */
package formula;

final class Operation extends Node {
  private final Operator operator;
  private final Node left, right;

  Operation(Operator operator, Node left, Node right) {
    this.operator = operator;
    this.left = left;
    this.right = right;
  }

  @Override
  long eval(Scope scope) {
    return operator.apply(left.eval(scope), right.eval(scope));
  }

  @Override
  Node simplify() {
    Node simpleLeft = left.simplify(), simpleRight = right.simplify();
    if (!(simpleRight instanceof NumberNode))
      return new Operation(operator, simpleLeft, simpleRight);
    long constant = ((NumberNode)simpleRight).value;
    if (changesNothing(constant))
      return simpleLeft;
    if (simpleLeft instanceof NumberNode && !fails(constant))
      return new NumberNode(operator.apply(((NumberNode)simpleLeft).value, constant));
    return new Operation(operator, simpleLeft, simpleRight);
  }

  private boolean fails(long divisor) {
    return divisor == 0 && (operator == Operator.DIVIDE || operator == Operator.REMAINDER);
  }

  private boolean changesNothing(long constant) {
    switch (operator) {
    case ADD:
    case SUBTRACT:
      return constant == 0;
    case MULTIPLY:
    case DIVIDE:
      return constant == 1;
    default:
      return false;
    }
  }

  @Override
  int strength() {
    return operator.strength;
  }

  @Override
  void print(StringBuilder to) {
    left.print(to, operator.strength);
    to.append(' ').append(operator.sign).append(' ');
    right.print(to, operator.strength + 1);
  }

  @Override
  int size() {
    return 1 + left.size() + right.size();
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof Operation))
      return false;
    Operation o = (Operation)other;
    return o.operator == operator && o.left.equals(left) && o.right.equals(right);
  }
}
