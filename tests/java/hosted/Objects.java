/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Inheritance, interfaces with defaults, inner and anonymous classes, hidden fields, enums with bodies, bridges. */
public class Objects {
  interface Shape extends Comparable<Shape> {
    double area();

    default String describe() {
      return name() + " of " + (long) area() + helper();
    }

    private String helper() {
      return "!";
    }

    String name();

    static Shape unit() {
      return new Square(1);
    }

    @Override
    default int compareTo(Shape other) {
      return Double.compare(area(), other.area());
    }
  }

  abstract static class Named implements Shape {
    private final String name;
    protected int count = 1;

    Named(String name) {
      this.name = name;
      prepare();
    }

    void prepare() {
      count++;
    }

    @Override
    public String name() {
      return name + count;
    }
  }

  static class Square extends Named {
    final double side;
    int count = 40;

    Square(double side) {
      super("square");
      this.side = side;
    }

    @Override
    void prepare() {
      super.prepare();
      count += 7;
    }

    @Override
    public double area() {
      return side * side;
    }

    int both() {
      return count * 100 + super.count;
    }
  }

  static class Special extends Square {
    Special() {
      super(5);
    }

    @Override
    public String describe() {
      return "special " + super.describe();
    }
  }

  static class Cell<T extends Comparable<T>> {
    T value;

    Cell(T value) {
      this.value = value;
    }

    T most(Cell<? extends T> other) {
      return value.compareTo(other.value) >= 0 ? value : other.value;
    }
  }

  class Inner {
    int own = base * 2;

    class Innermost {
      int sum() {
        return own + base;
      }
    }
  }

  int base = 21;

  enum Op {
    PLUS("+") {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    TIMES("*") {
      @Override
      int apply(int a, int b) {
        return a * b;
      }
    };

    final String sign;

    Op(String sign) {
      this.sign = sign;
    }

    abstract int apply(int a, int b);
  }

  static class Point implements Cloneable {
    int x, y;

    Point(int x, int y) {
      this.x = x;
      this.y = y;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Point && ((Point) o).x == x && ((Point) o).y == y;
    }

    @Override
    public int hashCode() {
      return 31 * x + y;
    }

    @Override
    public Point clone() throws CloneNotSupportedException {
      return (Point) super.clone();
    }
  }

  static class A { int depth() { return 1; } }
  static class B extends A { @Override int depth() { return super.depth() + 1; } }
  static class C extends B { @Override int depth() { return super.depth() + 1; } }
  static class D extends C { @Override int depth() { return super.depth() + 1; } }
  static class E extends D { @Override int depth() { return super.depth() + 1; } }
  static class F extends E { @Override int depth() { return super.depth() + 1; } }
  static class G extends F { @Override int depth() { return super.depth() + 1; } }
  static class H extends G { @Override int depth() { return super.depth() + 1; } }
  static class I extends H { @Override int depth() { return super.depth() + 1; } }
  static class J extends I { @Override int depth() { return super.depth() + 1; } }

  public static void main(String[] args) throws CloneNotSupportedException {
    Shape[] shapes = { new Square(3), Shape.unit(), new Special(), new Named("anonymous") {
      @Override
      public double area() {
        return args.length + 4;
      }
    } };
    for (Shape s : shapes)
      System.out.println(s.describe() + " " + s.compareTo(shapes[0]) + " " + (s instanceof Square));
    Square q = (Square) shapes[0];
    System.out.println(q.both() + " " + q.count + " " + ((Named) q).count);
    System.out.println(new Cell<>("pear").most(new Cell<>("apple")) + new Cell<>(3).most(new Cell<>(4)));
    Objects o = new Objects();
    System.out.println(o.new Inner().new Innermost().sum());
    for (Op op : Op.values())
      System.out.println(op + op.sign + op.apply(6, 7) + op.getDeclaringClass().getName());
    Point p = new Point(1, 2), copy = p.clone();
    System.out.println(p.equals(copy) + " " + (p == copy) + " " + p.hashCode());
    A deep = new J();
    Object any = deep;
    System.out.println(deep.depth() + " " + (any instanceof I) + (any instanceof J) + (new B() instanceof C)
        + ((H) any).depth());
    class Local {
      int twice(int n) {
        return 2 * n + o.base;
      }
    }
    System.out.println(new Local().twice(4) + " " + new Object[0].getClass().getName() + int[].class.getName());
  }
}
