/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A function and its arguments, as many as it takes. */
package formula;

import java.util.Arrays;

final class Call extends Node {
  private final Function function;
  private final Node[] arguments;

  /* Takes the array over. */
  Call(Function function, Node[] arguments) {
    this.function = function;
    this.arguments = arguments;
  }

  @Override
  long eval(Scope scope) {
    if (function == Function.IF)
      return arguments[arguments[0].eval(scope) > 0 ? 1 : 2].eval(scope);
    long[] values = new long[arguments.length];
    for (int i = 0; i < values.length; i++)
      values[i] = arguments[i].eval(scope);
    return function.of(values);
  }

  @Override
  Node simplify() {
    Node[] simple = new Node[arguments.length];
    boolean constant = true;
    for (int i = 0; i < simple.length; i++) {
      simple[i] = arguments[i].simplify();
      constant &= simple[i] instanceof NumberNode;
    }
    Call call = new Call(function, simple);
    return constant ? new NumberNode(call.eval(null)) : call;
  }

  @Override
  int strength() {
    return FACTOR;
  }

  @Override
  void print(StringBuilder to) {
    to.append(function.word).append('(');
    for (int i = 0; i < arguments.length; i++) {
      if (i > 0)
        to.append(", ");
      arguments[i].print(to);
    }
    to.append(')');
  }

  @Override
  int size() {
    int size = 1;
    for (Node argument : arguments)
      size += argument.size();
    return size;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Call && ((Call)other).function == function
      && Arrays.equals(((Call)other).arguments, arguments);
  }
}
