/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes formulas whose values it knows: it computes while it writes, with Java's own operators. Where a divisor
 * would be zero it adds instead. Parentheses stand where they must and sometimes where they need not; so do
 * blanks. */
package formula;

import java.util.Random;

final class Generator {
  private static final String[] VARIABLES = {"a", "b", "c", "d", "e", "f", "g", "h"};

  /* A text with something in it that can stand nowhere: where that is. */
  static final class Fault {
    final String text;
    final int column;

    Fault(String text, int column) {
      this.text = text;
      this.column = column;
    }
  }

  private final Random random;
  private final int depth;
  private final long[] values = new long[VARIABLES.length];
  private StringBuilder text;
  private long value;

  Generator(long seed, int depth) {
    random = new Random(seed);
    this.depth = depth;
    for (int i = 0; i < values.length; i++)
      values[i] = random.nextInt(2001) - 1000;
  }

  /* What the variables stand for. */
  Scope scope() {
    Scope scope = new Scope();
    for (int i = 0; i < values.length; i++)
      scope.set(VARIABLES[i], values[i]);
    return scope;
  }

  /* The next formula's text. */
  String next() {
    text = new StringBuilder();
    value = sum(depth);
    return text.toString();
  }

  /* The value of the formula that next() gave last. */
  long value() {
    return value;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private void write(String part) {
    if (chance(20))
      text.append(' ');
    text.append(part);
  }

  private long sum(int levels) {
    long sum = product(levels);
    while (chance(25)) {
      boolean plus = chance(50);
      write(plus ? "+" : "-");
      long right = product(levels);
      sum = plus ? sum + right : sum - right;
    }
    return sum;
  }

  private long product(int levels) {
    long product = factor(levels);
    while (chance(20)) {
      int mark = text.length();
      write("*");
      long right = factor(levels);
      if (right != 0 && chance(50))
        product = divide(product, right, mark);
      else
        product *= right;
    }
    return product;
  }

  /* Makes a division or a remainder of the multiplication whose sign is the first behind `mark'. */
  private long divide(long left, long right, int mark) {
    boolean division = chance(50);
    text.setCharAt(text.indexOf("*", mark), division ? '/' : '%');
    return division ? left / right : left % right;
  }

  private long factor(int levels) {
    if (!chance(10))
      return unsigned(levels);
    write("-");
    return -unsigned(levels);
  }

  private long unsigned(int levels) {
    if (levels == 0 || chance(15))
      return leaf();
    if (chance(30))
      return call(levels - 1);
    write("(");
    long inner = sum(levels - 1);
    write(")");
    return inner;
  }

  private long leaf() {
    if (chance(50)) {
      int number = random.nextInt(chance(80) ? 100 : 1000000000);
      write(Integer.toString(number));
      return number;
    }
    int variable = random.nextInt(VARIABLES.length);
    write(VARIABLES[variable]);
    return values[variable];
  }

  private long call(int levels) {
    switch (random.nextInt(5)) {
    case 0:
      return call("min", levels, Math::min);
    case 1:
      return call("max", levels, Math::max);
    case 2:
      return call("gcd", levels, Generator::gcd);
    case 3:
      return call("abs", levels, (a, b) -> Math.abs(a));
    default:
      return choice(levels);
    }
  }

  private long call(String name, int levels, Operator.Action action) {
    write(name);
    write("(");
    long first = sum(levels), second = 0;
    if (!name.equals("abs")) {
      write(",");
      second = sum(levels);
    }
    write(")");
    return action.of(first, second);
  }

  private long choice(int levels) {
    write("if");
    write("(");
    long condition = sum(levels);
    write(",");
    long then = sum(levels);
    write(",");
    long otherwise = sum(levels);
    write(")");
    return condition > 0 ? then : otherwise;
  }

  /* Euclid's, by recursion. */
  private static long gcd(long a, long b) {
    return b == 0 ? Math.abs(a) : gcd(b, a % b);
  }

  /* Puts one of a few kinds of faults into a correct text. */
  Fault spoil(String text) {
    switch (random.nextInt(3)) {
    case 0:
      return insert(text, random.nextInt(text.length() + 1), "@");
    case 1:
      return new Fault(text + " )", text.length() + 1);
    default:
      return new Fault("(" + text, text.length() + 1);
    }
  }

  private static Fault insert(String text, int column, String part) {
    return new Fault(text.substring(0, column) + part + text.substring(column), column);
  }
}
