/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Lambdas and method references in every position; behind `// lambdas:` stands how many are written in a line. */
public class Places {
  enum Colour { RED, GREEN }

  static class Square implements Comparable<Square> {
    final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    public int compareTo(Square other) {
      return Integer.compare(side, other.side);
    }
  }

  interface Measured {
    default Supplier<Square> maker(int side) {
      return () -> new Square(side); // lambdas: 1
    }
  }

  static class Ruler implements Measured { }

  private int sum;

  Places map(IntUnaryOperator f) {
    sum = f.applyAsInt(sum + 1);
    return this;
  }

  Places two(int x, IntUnaryOperator f, IntUnaryOperator g) {
    sum += f.applyAsInt(x) + g.applyAsInt(x);
    return this;
  }

  static int twice(int x) {
    return 2 * x;
  }

  int add(int x) {
    return sum + x;
  }

  void inOneLine(int k) {
    IntUnaryOperator a = x -> x + k, b = x -> x - k; // lambdas: 2
    two(3, a, b);
    two(k, Places::twice, Places::twice).two(k, x -> x * 3, this::add); // lambdas: 4
  }

  void inSeveralLines(int k) {
    this
      .map(x -> x + 1) // lambdas: 1
      .map(x -> {      // lambdas: 1
        int y = x + k;
        return y;
      })
      .map(Places::twice) // lambdas: 1
      .map(x ->           // lambdas: 1
          twice(x));
    two(3,
        x -> x - 1,   // lambdas: 1
        x -> {        // lambdas: 1
          int y = x - k;
          return y;
        });
  }

  void inOneAnother(int k) {
    Function<Integer, Function<Integer, Integer>> curried = x -> y -> x + y + k; // lambdas: 2
    sum += curried.apply(1).apply(2);
    Runnable r = () -> { // lambdas: 1
      Runnable inner = () -> sum++; // lambdas: 1
      inner.run();
    };
    r.run();
  }

  void ofConstructors() {
    Function<Integer, Square> square = Square::new; // lambdas: 1
    Function<Integer, int[]> array = int[]::new; // lambdas: 1
    sum += square.apply(3).side + array.apply(4).length;
    sum += new Ruler().maker(5).get().side;
  }

  static int makeTwo() {
    return new Square(1).side + new Square(2).side + new int[3].length; // three sites
  }

  static int compare(Comparable<Square> a, Square b) {
    return a.compareTo(b);
  }

  public static void main(String[] args) {
    Places p = new Places();
    for (int i = 0; i < 10; i++) {
      p.inOneLine(i);
      p.inSeveralLines(i);
      p.inOneAnother(i);
      p.ofConstructors();
      p.sum += makeTwo() + compare(new Square(i), new Square(5)) + Colour.values().length;
    }
    System.out.println(p.sum);
  }
}
