/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The functions, by name. */
package formula;

enum Function {
  MIN("min", 2) {
    @Override
    long of(long[] a) {
      return Math.min(a[0], a[1]);
    }
  },
  MAX("max", 2) {
    @Override
    long of(long[] a) {
      return Math.max(a[0], a[1]);
    }
  },
  ABS("abs", 1) {
    @Override
    long of(long[] a) {
      return Math.abs(a[0]);
    }
  },
  GCD("gcd", 2) {
    @Override
    long of(long[] a) {
      long x = a[0], y = a[1];
      while (y != 0) {
        long rest = x % y;
        x = y;
        y = rest;
      }
      return Math.abs(x);
    }
  },
  IF("if", 3) {
    @Override
    long of(long[] a) {
      return a[0] > 0 ? a[1] : a[2];
    }
  };

  final String word;
  final int arity;

  Function(String word, int arity) {
    this.word = word;
    this.arity = arity;
  }

  /* The value with `arity' arguments. */
  abstract long of(long[] arguments);

  /* The function of that name; null when there is none. */
  static Function of(String word) {
    switch (word) {
    case "min":
      return MIN;
    case "max":
      return MAX;
    case "abs":
      return ABS;
    case "gcd":
      return GCD;
    case "if":
      return IF;
    default:
      return null;
    }
  }
}
