/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Boxed numbers: lists of Integer and Long, sums through an interface. */
class Boxes extends Bench {
  private static List<Integer> squares(int count) {
    List<Integer> list = new ArrayList<>();
    for (int i = 0; i < count; i++)
      list.add(i * i);
    return list;
  }

  private static long sum(Iterable<Integer> numbers) {
    Long sum = 0L;
    for (Integer n : numbers)
      sum += n;
    return sum;
  }

  @Override
  long run() {
    List<Integer> list = squares(10_000);
    IntFunction<Integer> doubled = n -> n * 2;
    for (int i = 0; i < list.size(); i++)
      list.set(i, doubled.apply(list.get(i)));
    long result = sum(list);
    for (int i = 0; i < list.size(); i++)
      if (list.get(i).equals(i))
        result++;
    return result;
  }

  public static void main(String[] args) {
    new Boxes().measure(666566670001L);
  }
}
