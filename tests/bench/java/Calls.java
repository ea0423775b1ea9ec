/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Calls: recursive ones with several arguments, virtual ones of which most reach one method, small getters. */
class Calls extends Bench {
  abstract static class Term {
    abstract int value(int x);
  }

  static final class Constant extends Term {
    private final int value;

    Constant(int value) {
      this.value = value;
    }

    @Override int value(int x) { return value; }
  }

  static final class Variable extends Term {
    @Override int value(int x) { return x; }
  }

  static final class Sum extends Term {
    private final Term left, right;

    Sum(Term left, Term right) {
      this.left = left;
      this.right = right;
    }

    @Override int value(int x) { return left.value(x) + right.value(x); }
  }

  static final class Product extends Term {
    private final Term left, right;

    Product(Term left, Term right) {
      this.left = left;
      this.right = right;
    }

    @Override int value(int x) { return left.value(x) * right.value(x); }
  }

  private static int tak(int x, int y, int z) {
    return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
  }

  private static Term polynomial(int degree) {
    Term t = new Constant(degree);
    for (int i = 0; i < degree; i++)
      t = new Sum(new Product(t, new Variable()), new Constant(i));
    return t;
  }

  @Override
  long run() {
    Term t = polynomial(20);
    long sum = tak(14, 8, 2);
    for (int x = 0; x < 3_000; x++)
      sum += t.value(x);
    return sum;
  }

  public static void main(String[] args) {
    new Calls().measure(-153819719529L);
  }
}
