/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Lambdas, interfaces, virtual calls, recursion, and natives: arrays copied, texts built. */
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class Shapes {
  interface Shape { int area(); }

  static final class Square implements Shape {
    final int side;
    Square(int side) { this.side = side; }
    @Override public int area() { return side * side; }
  }

  static final class Strip implements Shape {
    final int a, b;
    Strip(int a, int b) { this.a = a; this.b = b; }
    @Override public int area() { return a * b; }
  }

  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

  static int apply(IntUnaryOperator f, IntBinaryOperator g, int i) { return g.applyAsInt(f.applyAsInt(i), i); }

  static int copies(int i) {
    byte[] from = new byte[200 + (i & 63)], to = new byte[300];
    System.arraycopy(from, 0, to, i & 15, from.length);
    return to.clone().length;
  }

  static int text(int i) { return ("number " + i + ", " + (char) ('a' + (i & 15))).hashCode(); }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]), sum = fib(18);
    Shape[] shapes = new Shape[16];
    for (int i = 0; i < n; i++) {
      int seen = i;
      shapes[i & 15] = (i & 1) == 0 ? new Square(i & 7) : new Strip(i & 3, i & 5);
      sum += apply(x -> x + seen, (x, y) -> x ^ y, i) + copies(i) + text(i);
      for (Shape s : shapes)
        if (s != null)
          sum += s.area();
    }
    System.out.println("sum " + sum);
  }
}
