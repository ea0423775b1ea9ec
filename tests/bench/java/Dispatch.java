/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Calls that only the object decides: five shapes through a class, three counters through an interface. */
class Dispatch extends Bench {
  abstract static class Shape {
    abstract int area(int scale);
  }

  static final class Square extends Shape {
    @Override int area(int scale) { return scale * scale; }
  }

  static final class Triangle extends Shape {
    @Override int area(int scale) { return scale * scale / 2; }
  }

  static final class Strip extends Shape {
    @Override int area(int scale) { return scale * 3; }
  }

  static final class Point extends Shape {
    @Override int area(int scale) { return 0; }
  }

  static class Frame extends Shape {
    int width = 2;
    @Override int area(int scale) { return scale * width * 4; }
  }

  interface Counter {
    void count(int n);
    long total();
  }

  static final class Plain implements Counter {
    private long sum;
    @Override public void count(int n) { sum += n; }
    @Override public long total() { return sum; }
  }

  static final class Odd implements Counter {
    private long sum;
    @Override public void count(int n) { sum += n & 1; }
    @Override public long total() { return sum; }
  }

  static final class Largest implements Counter {
    private int largest;
    @Override public void count(int n) { largest = Math.max(largest, n); }
    @Override public long total() { return largest; }
  }

  @Override
  long run() {
    Shape[] shapes = { new Square(), new Triangle(), new Strip(), new Point(), new Frame() };
    Counter[] counters = { new Plain(), new Odd(), new Largest() };
    int shape = 0, counter = 0;
    for (int i = 0; i < 300_000; i++) {
      counters[counter].count(shapes[shape].area(i & 63));
      shape = shape == 4 ? 0 : shape + 1;
      counter = counter == 2 ? 0 : counter + 1;
    }
    long sum = 0;
    for (Counter c : counters)
      sum = sum * 31 + c.total();
    return sum;
  }

  public static void main(String[] args) {
    new Dispatch().measure(45097340273L);
  }
}
