/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A name that the scope knows. */
package formula;

final class Variable extends Node {
  private final String name;

  Variable(String name) {
    this.name = name;
  }

  @Override
  long eval(Scope scope) {
    return scope.get(name);
  }

  @Override
  Node simplify() {
    return this;
  }

  @Override
  int strength() {
    return FACTOR;
  }

  @Override
  void print(StringBuilder to) {
    to.append(name);
  }

  @Override
  int size() {
    return 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variable && ((Variable)other).name.equals(name);
  }
}
