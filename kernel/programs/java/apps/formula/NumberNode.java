/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number. The parser makes none below zero: a sign is a Negation. The simplifier does. */
package formula;

final class NumberNode extends Node {
  final long value;

  NumberNode(long value) {
    this.value = value;
  }

  @Override
  long eval(Scope scope) {
    return value;
  }

  @Override
  Node simplify() {
    return this;
  }

  @Override
  int strength() {
    return value < 0 ? Operator.NEGATION : FACTOR;
  }

  @Override
  void print(StringBuilder to) {
    to.append(value);
  }

  @Override
  int size() {
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NumberNode && ((NumberNode)other).value == value;
  }
}
