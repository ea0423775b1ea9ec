/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Calls: naive Fibonacci numbers. */
class Fib extends Bench {
  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  @Override
  long run() {
    return fib(28);
  }

  public static void main(String[] args) {
    new Fib().measure(317811L);
  }
}
