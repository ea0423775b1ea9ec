/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Loops over arrays, of which the translator makes two: what must not differ from the one that javac wrote. */
public class Loops {
  interface Work {
    long work();
  }

  static int[] shared = { 1, 2, 3, 4 };
  static final int[] SQUARES = new int[40];
  int[] mine = { 5, 6, 7, 8, 9 };
  int count = 5;
  Loops next;
  volatile int[] seen = { 3, 1, 4, 1, 5 };

  static void say(String what, Work w) {
    String result;
    try {
      result = Long.toString(w.work());
    } catch (RuntimeException e) {
      result = e.getClass().getName() + ": " + (e instanceof ArrayIndexOutOfBoundsException ? e.getMessage() : "");
    }
    System.out.println(what + ": " + result);
  }

  static String text(int[] a) {
    StringBuilder s = new StringBuilder();
    for (int x : a)
      s.append(x).append(' ');
    return s.toString();
  }

  static int fill(int[] a, int from, int to) {
    int i = from;
    try {
      for (; i < to; i++)
        a[i] = i * i;
    } catch (ArrayIndexOutOfBoundsException e) {
      return -i;
    }
    return i;
  }

  static long neighbours(int[] a, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++)
      sum = sum * 3 + a[i - 1] + a[i + 1];
    return sum;
  }

  static void add(int[] to, int[] a, int[] b) {
    for (int i = 0; i < to.length; i++)
      to[i] = a[i] + b[i];
  }

  /** Behind the place where the index grows it may be the length. */
  static long grownInside(int[] a) {
    long sum = 0;
    for (int i = 0; i < a.length;) {
      sum += a[i];
      i++;
      sum += 10L * a[i];
    }
    return sum;
  }

  static long replaced(int[] a, int[] b) {
    long sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i];
      if (i == 1)
        a = b;
    }
    return sum;
  }

  static long limitMoves(int[] a, int limit) {
    long sum = 0;
    for (int i = 0; i < limit; i++) {
      sum += a[i];
      if (a[i] == 2)
        limit = a.length + 1;
    }
    return sum;
  }

  long fields() {
    long sum = 0;
    for (int i = 0; i < count; i++)
      sum += mine[i] * SQUARES[i];
    return sum;
  }

  long fieldReplaced() {
    long sum = 0;
    for (int i = 0; i < mine.length; i++) {
      sum += mine[i];
      if (i == 2)
        mine = new int[3];
    }
    return sum;
  }

  private void shrink(int i) {
    if (i == 2)
      mine = new int[] { 1, 2, 3, 4 };
  }

  long fieldReplacedByCall() {
    long sum = 0;
    for (int i = 0; i < mine.length; i++) {
      shrink(i);
      sum += mine[i];
    }
    return sum;
  }

  static long chain(Loops l, int turns) {
    long sum = 0;
    for (int i = 0; i < turns; i++)
      sum += l.next.mine[i];
    return sum;
  }

  static long rows(int[][] rows, int row, int to) {
    long sum = 0;
    for (int i = 0; i < to; i++)
      sum += rows[row][i] + rows[i][0];
    return sum;
  }

  static long rowReplaced(int[][] rows) {
    long sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += rows[1][i];
      rows[1] = rows[i % 2];
    }
    return sum;
  }

  long volatiles() {
    long sum = 0;
    for (int i = 0; i < seen.length; i++)
      sum = sum * 10 + seen[i];
    return sum;
  }

  /** A loop with a way out in the middle, a way back from the middle, and a switch. */
  static long ways(byte[] text) {
    long sum = 0;
    for (int i = 0; i < text.length; i++) {
      switch (text[i]) {
      case 1: sum += 1; continue;
      case 2: sum *= 2; break;
      case 9: return sum;
      default: sum -= text[i];
      }
      sum = sum * 31 + i;
    }
    return -sum;
  }

  static long doubles(double[] to, double[] from, double factor, long start) {
    for (int i = 0; i < from.length; i++)
      to[i] += from[i] * factor;
    long sum = start;
    for (int i = 0; i < to.length; i++)
      sum = sum * 7 + (long) to[i];
    return sum;
  }

  static long copies(Object[] to, Object[] from) {
    long sum = 0;
    for (int i = 0; i < from.length; i++) {
      to[i] = from[i];
      sum += to[i].hashCode();
    }
    return sum;
  }

  static class Late {
    static int[] array = { 1, 2 };

    static {
      shared = new int[] { 9 };
    }
  }

  /** The first use of Late replaces what the loop reads. */
  static long initializes() {
    long sum = 0;
    for (int i = 0; i < shared.length; i++) {
      sum += shared[i];
      if (i == 1)
        sum += Late.array[i];
    }
    return sum;
  }

  public static void main(String[] args) {
    int[] a = new int[20];
    System.out.println(fill(a, 0, 20) + " " + fill(a, 3, 25) + " " + fill(a, -2, 4) + " " + fill(a, 7, 7) + " "
                       + fill(a, 30, 40) + " " + fill(a, 5, 2) + " " + fill(SQUARES, 0, 40));
    say("between", () -> neighbours(a, 1, 19));
    say("below", () -> neighbours(a, 0, 19));
    say("above", () -> neighbours(a, 1, 20));
    say("far", () -> neighbours(a, 1, Integer.MAX_VALUE));
    say("none", () -> neighbours(a, Integer.MAX_VALUE, Integer.MIN_VALUE));
    say("null", () -> neighbours(null, 1, 3));
    say("null, none", () -> neighbours(null, 3, 3));
    add(a, a, SQUARES);
    System.out.println(text(a));
    say("short", () -> {
      add(a, SQUARES, new int[9]);
      return 0;
    });
    System.out.println(text(a));
    say("grown", () -> grownInside(new int[] { 1, 2, 3 }));
    say("replaced", () -> replaced(new int[] { 1, 2, 3, 4 }, new int[] { 7, 7, 7 }));
    say("limit", () -> limitMoves(new int[] { 1, 2, 3 }, 2));
    Loops l = new Loops();
    say("fields", l::fields);
    l.count = 6;
    say("too many", l::fields);
    say("field replaced", l::fieldReplaced);
    l.mine = new int[] { 5, 5, 5, 5, 5, 5 };
    say("by a call", l::fieldReplacedByCall);
    say("chain to null", () -> chain(l, 1));
    say("chain not followed", () -> chain(l, 0));
    l.next = new Loops();
    say("chain", () -> chain(l, 5));
    say("chain too long", () -> chain(l, 6));
    int[][] rows = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8 } };
    say("rows", () -> rows(rows, 1, 3));
    say("row too short", () -> rows(rows, 2, 3));
    say("no row", () -> rows(rows, 3, 1));
    say("no such row", () -> rows(rows, -1, 0));
    say("row replaced", () -> rowReplaced(rows));
    say("volatiles", l::volatiles);
    say("ways", () -> ways(new byte[] { 1, 2, 3, 1, 2, -7 }));
    say("ways out", () -> ways(new byte[] { 1, 2, 3, 9, 2, -7 }));
    say("doubles", () -> doubles(new double[9], new double[] { 1, 2, 3, 4, 5, 6, 7, 8.5 }, 3, 1));
    say("doubles too short", () -> doubles(new double[7], new double[8], 3, 1));
    say("copies", () -> copies(new Object[3], new String[] { "a", "b", "c" }));
    say("wrong copies", () -> copies(new Integer[3], new Object[] { 1, "b" }));
    say("initializes", Loops::initializes);
  }
}
