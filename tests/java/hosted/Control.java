/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Branches, loops with labels, switches of all kinds. */
public class Control {
  enum Day { MON, TUE, WED, SUN }

  static int dense(int i) {
    switch (i) {
      case -1: return 10;
      case 0: case 1: return 20;
      case 2: i += 5;
      case 3: return i;
      default: return -1;
    }
  }

  static int sparse(int i) {
    switch (i) {
      case Integer.MIN_VALUE: return 1;
      case -1000: return 2;
      case 0: return 3;
      case 1 << 20: return 4;
      case Integer.MAX_VALUE: return 5;
      default: return 6;
    }
  }

  static String text(String s) {
    switch (s) {
      case "Aa": return "first";
      case "BB": return "the same hash";
      case "": return "empty";
      default: return "other";
    }
  }

  static int days(Day d) {
    switch (d) {
      case MON: return 1;
      case SUN: return 7;
      default: return 0;
    }
  }

  static String arrows(Day d, int i) {
    String name = switch (d) {
      case MON, TUE -> "early";
      case WED -> {
        String s = "mid";
        yield s + i;
      }
      case SUN -> "end";
    };
    return name + (i > 0 ? i > 10 ? "+" : "0" : "-");
  }

  static long collatz(long n) {
    long steps = 0;
    do {
      n = (n & 1) == 0 ? n / 2 : 3 * n + 1;
      steps++;
    } while (n != 1);
    return steps;
  }

  static int labels() {
    int count = 0;
    outer:
    for (int i = 0; i < 20; i++) {
      for (int j = 0; ; j++) {
        if (j > i)
          continue outer;
        if (i * j == 132)
          break outer;
        if ((i ^ j) == 7)
          break;
        count += i - j;
      }
      count += 1000;
    }
    return count;
  }

  static boolean logic(boolean a, boolean b, boolean c) {
    return a && !b || c ^ a & b | !c && b;
  }

  static String kinds(Object o) {
    if (o instanceof String s && s.length() > 2)
      return "long string " + s;
    if (o instanceof Integer i)
      return "int " + (i + 1);
    return o == null ? "null" : "something";
  }

  public static void main(String[] args) {
    for (int i = -2; i < 6; i++)
      System.out.println(dense(i));
    for (int i : new int[] { Integer.MIN_VALUE, -1000, -999, 0, 1 << 20, Integer.MAX_VALUE })
      System.out.println(sparse(i));
    for (String s : new String[] { "Aa", "BB", "", "C#" })
      System.out.println(text(s));
    for (Day d : Day.values())
      System.out.println(d + " " + days(d) + " " + arrows(d, d.ordinal() * 6 - 1) + " " + Day.valueOf(d.name()));
    System.out.println(collatz(27) + " " + labels());
    for (int i = 0; i < 8; i++)
      System.out.println(logic((i & 1) != 0, (i & 2) != 0, (i & 4) != 0));
    System.out.println(kinds("abc") + kinds("a") + kinds(41) + kinds(null));
  }
}
