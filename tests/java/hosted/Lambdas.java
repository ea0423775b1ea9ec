/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** Lambdas and method references: static, bound, unbound, constructors, with boxing and widening. */
public class Lambdas {
  interface Wide {
    long get(int a, Integer b);
  }

  interface Maker<T> {
    T[] make(int n);
  }

  interface Base<T> {
    void take(T t);
  }

  interface Narrow extends Base<String> {
    @Override
    void take(String s);
  }

  private int state = 5;

  int scaled(int n) {
    return n * state;
  }

  static int triple(int n) {
    return 3 * n;
  }

  static Integer boxed(Integer n) {
    return n + 1;
  }

  private String secret() {
    return "secret" + state;
  }

  Supplier<String> mine() {
    return this::secret;
  }

  static <A, B, C> Function<A, C> then(Function<A, B> f, Function<B, C> g) {
    return a -> g.apply(f.apply(a));
  }

  static int apply(ToIntFunction<Integer> f, int n) {
    return f.applyAsInt(n);
  }

  static void numbers() {
    IntBinaryOperator add = (a, b) -> a + b;
    IntBinaryOperator max = Math::max;
    DoubleUnaryOperator half = d -> d / 2;
    Wide wide = (a, b) -> a + b;
    Wide product = Lambdas::times;
    ToLongFunction<Integer> longer = Integer::intValue;
    System.out.println(add.applyAsInt(3, 4) + " " + max.applyAsInt(3, 4) + " " + (int) half.applyAsDouble(9) + " "
        + wide.get(40, 2) + " " + product.get(6, 7) + " " + longer.applyAsLong(77));
    System.out.println(apply(Lambdas::triple, 5) + " " + apply(Lambdas::boxed, 5) + " " + apply(x -> x, 5));
  }

  static int times(int a, int b) {
    return a * b;
  }

  static void references() {
    Lambdas object = new Lambdas();
    Function<Integer, Integer> bound = object::scaled;
    BiFunction<Lambdas, Integer, Integer> unbound = Lambdas::scaled;
    object.state = 7;
    Supplier<List<String>> list = ArrayList::new;
    IntFunction<int[]> array = int[]::new;
    Maker<String> strings = String[]::new;
    Function<String, Integer> parse = Integer::parseInt;
    List<String> made = list.get();
    made.add("x");
    System.out.println(bound.apply(3) + " " + unbound.apply(object, 4) + " " + made.size() + array.apply(6).length
        + strings.make(2).length + " " + parse.apply("123") + " " + object.mine().get());
    System.out.println(then(parse, Integer::toHexString).apply("255") + then(String::length, bound).apply("four"));
  }

  static void captures() {
    List<Runnable> all = new ArrayList<>();
    long big = 1L << 40;
    double exact = 0.5;
    String text = "t";
    for (int i = 0; i < 3; i++) {
      int n = i;
      all.add(() -> System.out.println(n + text + big + (int) (exact * 10)));
    }
    for (Runnable r : all)
      r.run();
    Predicate<String> empty = String::isEmpty;
    System.out.println(empty.test("") + " " + empty.negate().test("") + " "
        + empty.or(s -> s.length() == 1).test("q"));
    Narrow narrow = s -> System.out.println("narrow " + s);
    Base<String> base = narrow;
    base.take("bridge");
    Supplier<Supplier<String>> nested = () -> () -> text + text;
    System.out.println(nested.get().get());
  }

  static void failures() {
    String none = null;
    try {
      Supplier<Integer> s = none::length;
      System.out.println(s.get());
    } catch (NullPointerException e) {
      System.out.println("null receiver");
    }
    Supplier<Object> thrower = () -> {
      throw new IllegalStateException("inside");
    };
    try {
      thrower.get();
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }

  public static void main(String[] args) {
    numbers();
    references();
    captures();
    failures();
    Runnable same = null;
    for (int i = 0; i < 2; i++) {
      Runnable r = () -> { };
      System.out.println(r == same);
      same = r;
    }
  }
}
