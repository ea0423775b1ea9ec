/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Records, string concatenations of all kinds of values, and switches: what javac makes invokedynamic of, or tables. */
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

public class Records {
  record Pair(int a, String b) { }

  record Empty() { }

  record All(boolean z, byte b, short s, char c, int i, long j, float f, double d, Object o, int[] many, Pair p) { }

  enum Color { RED, GREEN }

  sealed interface Shape permits Square, Circle { double area(); }

  record Square(double side) implements Shape {
    public double area() { return side * side; }
  }

  record Circle(double radius) implements Shape {
    static int made;
    Circle { made++; }
    public double area() { return 3 * radius * radius; }
  }

  record Generic<T extends Comparable<T>>(T one, List<T> more) {
    Generic { Objects.requireNonNull(one); }
  }

  record Own(int a) {
    @Override public String toString() { return "own" + a; }
    @Override public int hashCode() { return 5; }
    @Override public boolean equals(Object other) { return other instanceof Own; }
  }

  static class Failing {
    @Override public String toString() { throw new IllegalStateException("no text"); }
  }

  static All all(float f, Pair p) {
    return new All(true, (byte) -3, (short) 7, 'c', 42, 1L << 40, f, Double.NaN, "o", null, p);
  }

  static void records() {
    record Local(int q) { }
    Pair p = new Pair(1, "z"), same = new Pair(1, new String("z")), other = new Pair(3, null);
    System.out.println(p + " " + p.equals(same) + p.equals(null) + p.equals("s") + p.equals(other));
    System.out.println(other.equals(new Pair(3, null)) + " " + p.hashCode() + (p.hashCode() == same.hashCode()));
    System.out.println(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()) + new Local(3));
    All a = all(-0.0f, p), b = all(0.0f, p), c = all(-0.0f, same);
    System.out.println(a + "\n" + a.hashCode() + " " + b.hashCode() + " " + a.equals(b) + a.equals(c));
    System.out.println(new Generic<>(Color.RED, Arrays.asList(Color.GREEN)) + "" + new Own(3) + new Own(3).hashCode());
    Set<Object> set = new HashSet<>(Arrays.asList(p, same, other, new Own(1), new Own(2)));
    System.out.println(set.size());
    Shape[] shapes = { new Square(2), new Circle(1.5), new Square(2.5) };
    double sum = 0;
    for (Shape shape : shapes)
      sum += shape.area();
    System.out.println(sum + " " + shapes[0] + shapes[1] + Circle.made);
    try {
      System.out.println(new Generic<Integer>(null, null));
    } catch (NullPointerException e) {
      System.out.println("refused");
    }
  }

  static String text() { return "text"; }

  static void concatenations() {
    String none = null;
    Object nothing = null;
    char[] chars = null;
    byte b = -1;
    short s = 3;
    float f = 1.5f;
    double d = 1e10;
    long l = 5;
    char c = 'x';
    String all = "a" + none + nothing + c + b + s + true + f + d + l + Color.RED + 'q' + 1 + 2L + "\u0001\u0002" + text();
    System.out.println(all + ("" + c) + (c + "") + ("" + none) + (none + none) + chars);
    all += 5;
    all += c;
    all += null;
    System.out.println(all.length() + all);
    c += 1;
    System.out.println(c + 1 + "" + c + 1);
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < 300; i++)
      digits.append(i);
    String big = digits.toString();
    System.out.println(("" + b + big + 1 + big + 2 + big).length());
    try {
      System.out.println("x" + new Failing());
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage() + " in " + e.getStackTrace()[0].getMethodName());
    }
  }

  static String kind(Object o) {
    if (o instanceof Pair q && q.a() == 1)
      return "pair of 1 and " + q.b();
    return o instanceof String t ? "string " + t.length() : "another";
  }

  static void switches() {
    for (Color color : Color.values())
      System.out.println(switch (color) { case RED -> "r"; case GREEN -> { String g = "g"; yield g + g; } });
    for (String word : new String[] { "Aa", "BB", "C" }) {
      switch (word) {
        case "Aa": System.out.println(1); break;
        case "BB": System.out.println(2); break;
        default: System.out.println(3);
      }
    }
    System.out.println(kind(new Pair(1, "b")) + kind("four") + kind(null));
    System.out.println("""
        A text
          of "lines" \
        joined\tand \s
        escaped""");
  }

  public static void main(String[] args) {
    records();
    concatenations();
    switches();
  }
}
