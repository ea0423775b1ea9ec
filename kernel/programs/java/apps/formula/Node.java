/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A formula as a tree. Nodes never change; equal trees are equal node by node. */
package formula;

abstract class Node {
  /* Throws ArithmeticException for a division by zero. */
  abstract long eval(Scope scope);

  /* A tree of the same value for every scope, that fails where this does, with what is constant computed. */
  abstract Node simplify();

  /* How strongly its outermost sign binds: see Operator; a factor binds strongest. */
  abstract int strength();

  /* Its text, with the fewest parentheses. */
  abstract void print(StringBuilder to);

  /* Nodes in the tree. */
  abstract int size();

  static final int FACTOR = 4;

  /* Prints it where something around it binds with `strength'. */
  final void print(StringBuilder to, int strength) {
    if (strength() >= strength) {
      print(to);
      return;
    }
    to.append('(');
    print(to);
    to.append(')');
  }

  @Override
  public final String toString() {
    StringBuilder text = new StringBuilder();
    print(text);
    return text.toString();
  }

  @Override
  public abstract boolean equals(Object other);

  @Override
  public final int hashCode() {
    return toString().hashCode();
  }
}
