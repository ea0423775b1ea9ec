/* SPDX-License-Identifier: GPL-2.0-or-later */
interface Chain { int callsNext(); }

/** Methods of all kinds that are short (60 bytes of bytecode), or not; those that are have names with `brief'. */
public class Lengths implements Chain {
  interface Few { int briefAnswer(); }
  static class One implements Few { public int briefAnswer() { return 1; } }
  static class Two implements Few { public int briefAnswer() { return 2; } }

  static class Last implements Chain { public int callsNext() { return 1; } }

  interface Mixed { int answer(); }
  static class Quick implements Mixed { public int answer() { return 1; } }
  static class Slow implements Mixed {
    public int answer() {
      int sum = 0;
      for (int i = 0; i < 100; i++)
        sum += i;
      return sum;
    }
  }

  private int value = 3;
  private Chain next;

  int briefGetter() {
    return value;
  }

  int briefButNamed() {
    return value;
  }

  int briefCalls() {
    return briefGetter() + briefGetter();
  }

  int briefCallsOften() {
    return briefCalls() + briefCalls() + briefCalls() + briefCalls() + briefCalls();
  }

  static int loops(int n) {
    int sum = 0;
    while (n > 0)
      sum += n--;
    return sum;
  }

  static int briefCallsLoop(int n) {
    return loops(n);
  }

  static int callsItself(int n) {
    return n == 0 ? 0 : callsItself(n - 1);
  }

  /* One of the two methods that its call may run. */
  public int callsNext() {
    return next == null ? 0 : next.callsNext();
  }

  synchronized int briefWaits() {
    return value;
  }

  int briefWaitsInside() {
    synchronized (this) {
      return value;
    }
  }

  static int[] briefClears(int n) {
    return new int[n];
  }

  static Object briefMakes() {
    return new Object();
  }

  static int briefThrows(int n) {
    if (n < 0)
      throw new IllegalArgumentException("a number below zero, " + n + ", where " + n + " is wrong, and so is " + -n
        + ", which would be right if it were not for " + n);
    return n;
  }

  static long briefNative() {
    return System.nanoTime();
  }

  static int runsLong(int a, int b) {
    return a * b + a / 3 + b / 5 + (a ^ b) * 7 + (a | b) * 11 + (a & b) * 13 + (a << 3) + (b >> 4) + a * 17 + b * 19
      + (a - b) * 23 + (a + b) * 29;
  }

  static int briefOneOfTwo(Few few) {
    return few.briefAnswer();
  }

  static int briefAnyOfTwo(Mixed mixed) {
    return mixed.answer();
  }

  public static void main(String[] args) {
    Lengths l = new Lengths();
    l.next = args.length == 0 ? new Last() : l;
    int n = l.briefGetter() + l.briefButNamed() + l.briefCalls() + l.briefCallsOften() + loops(3) + briefCallsLoop(4)
      + callsItself(5) + l.callsNext() + l.briefWaits() + l.briefWaitsInside() + briefClears(3).length
      + briefThrows(6) + runsLong(7, 8) + briefOneOfTwo(new One()) + briefOneOfTwo(new Two())
      + briefAnyOfTwo(new Quick()) + briefAnyOfTwo(new Slow());
    System.out.println(n + (briefMakes() == null ? 1 : 0) + (briefNative() == 0 ? 1 : 0));
  }
}
