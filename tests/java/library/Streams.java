/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.util.stream: random pipelines of all operations, each with a trace of which element went where when; all
 * collectors; sources; what is thrown. */
import java.io.*;
import java.util.*;
import java.util.function.*;
import java.util.regex.*;
import java.util.stream.*;

public class Streams {
  static long hash;
  static int count;
  static final boolean VERBOSE = false;

  static void add(Object value) {
    if (VERBOSE)
      System.out.println(value);
    hash = hash * 1000003 + String.valueOf(value).hashCode();
    if (++count % 10000 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  interface Operation {
    Object run() throws Exception;
  }

  static void attempt(String what, Operation operation) {
    String result;
    try {
      result = String.valueOf(operation.run());
    } catch (Exception e) {
      result = e.toString();
    }
    add(what + ": " + result);
  }

  static final Random random = new Random(11);
  static StringBuilder trace = new StringBuilder();

  static <T> T seen(String where, T element) {
    if (trace.length() < 3000)
      trace.append(where).append(element).append(' ');
    return element;
  }

  static Stream<Integer> source(int kind, int n) {
    List<Integer> list = new ArrayList<>();
    Random own = new Random(n);
    for (int i = 0; i < n; i++)
      list.add(own.nextInt(20) - 5);
    switch (kind) {
      case 0: return list.stream();
      case 1: return new LinkedList<>(list).stream();
      case 2: return new TreeSet<>(list).stream();
      case 3: return new TreeSet<>(Comparator.comparing((Integer i) -> -i)).stream();
      case 4: return Stream.iterate(n, i -> i * 7 % 31).limit(n + 3);
      case 5: return Stream.iterate(1, i -> i < n, i -> i + 2);
      case 6: return IntStream.range(-n, n).boxed();
      case 7: return Arrays.stream(list.toArray(new Integer[0]));
      case 8: return Stream.concat(list.stream(), Stream.of(1, 2, n));
      case 9: return list.parallelStream().sequential();
      case 10: return new LinkedHashSet<>(list).stream();
      case 11: return Collections.unmodifiableList(list).stream();
      case 12: return Stream.<Integer>builder().add(n).add(3).add(n).build();
      case 13: return StreamSupport.stream(list.spliterator(), false);
      case 14: return new ArrayDeque<>(list).stream();
      default: return Stream.of(n, 4, n - 1);
    }
  }

  static Stream<Integer> operation(Stream<Integer> in, int kind, int n) {
    switch (kind) {
      case 0: return in.filter(i -> seen("f", i) % 3 != 0);
      case 1: return in.map(i -> seen("m", i) * 3 - 1);
      case 2: return in.flatMap(i -> seen("F", i) % 4 == 0 ? null : Stream.of(i, i + 1).peek(k -> seen("i", k)));
      case 3: return in.distinct();
      case 4: return in.sorted();
      case 5: return in.sorted(Comparator.comparing(i -> i % 5));
      case 6: return in.peek(i -> seen("p", i));
      case 7: return in.limit(n);
      case 8: return in.skip(n);
      case 9: return in.takeWhile(i -> seen("t", i) < 12);
      case 10: return in.dropWhile(i -> seen("d", i) < 3);
      case 11: return in.mapToInt(i -> seen("I", i)).map(i -> i + 1).filter(i -> i % 7 != 0).boxed();
      case 12: return in.mapToLong(i -> i).sorted().peek(i -> seen("L", i)).mapToObj(i -> (int) i);
      case 13: return in.mapToDouble(i -> i / 2.0).distinct().mapToInt(d -> (int) d).boxed();
      case 14: return in.<Integer>mapMulti((i, to) -> {
          for (int k = 0; k < i % 3; k++)
            to.accept(k + i);
        });
      case 15: return in.unordered();
      case 16: return in.flatMapToInt(i -> IntStream.rangeClosed(i, i + 2)).asLongStream().mapToInt(l -> (int) l).skip(1).boxed();
      case 17: return StreamSupport.stream(in.spliterator(), false);
      case 18: return in.mapToInt(i -> i).flatMap(i -> IntStream.iterate(i, k -> k + 1).limit(2)).limit(n + 5).boxed();
      case 19: return in.mapToLong(i -> i).flatMap(i -> LongStream.of(i, -i)).takeWhile(l -> l != 9).mapToObj(l -> (int) l);
      case 20: return in.mapToDouble(i -> i).sorted().skip(1).mapToObj(d -> (int) d);
      case 21: return in.mapToInt(i -> i).distinct().sorted().dropWhile(i -> i < 2).peek(i -> seen("q", i)).boxed();
      case 22: return Stream.concat(in, Stream.of(n, n + 1));
      default: return in.flatMap(i -> Stream.iterate(i, k -> seen("e", k) + 1).limit(3));
    }
  }

  static Object result(Stream<Integer> in, int kind, int n) {
    switch (kind) {
      case 0: return in.collect(Collectors.toList());
      case 1: return Arrays.toString(in.toArray());
      case 2: return in.toList();
      case 3: return in.count();
      case 4: return in.reduce(Integer::sum);
      case 5: return in.reduce(n, (a, b) -> a * 31 + b);
      case 6: return in.reduce("", (s, i) -> s + i, String::concat);
      case 7: return in.anyMatch(i -> seen("a", i) == n);
      case 8: return in.allMatch(i -> seen("a", i) < n + 4);
      case 9: return in.noneMatch(i -> seen("n", i) == n);
      case 10: return in.findFirst();
      case 11: return in.min(Comparator.naturalOrder());
      case 12: return in.max(Comparator.comparing(i -> i % 4));
      case 13: return in.mapToInt(i -> i).summaryStatistics();
      case 14: return in.mapToLong(i -> i).sum() + "";
      case 15: return in.mapToDouble(i -> 1.0 / (i == 0 ? 7 : i)).summaryStatistics();
      case 16: return Arrays.toString(in.toArray(Integer[]::new));
      case 17: StringBuilder all = new StringBuilder();
        in.forEachOrdered(i -> all.append(seen("o", i)));
        return all;
      case 18: Iterator<Integer> each = in.iterator();
        String first = "";
        for (int i = 0; i < n && each.hasNext(); i++)
          first += seen("x", each.next());
        return first;
      case 19: return in.mapToInt(i -> i).average() + " " + n;
      case 20: return in.mapToInt(i -> i).count();
      case 21: return in.collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
      case 22: return in.mapToDouble(i -> i).max();
      case 23: return Arrays.toString(in.mapToLong(i -> i).toArray());
      case 24: return in.mapToInt(i -> i).anyMatch(i -> i > n) + "" + in.isParallel();
      case 25: return in.findAny().isPresent();
      default: return collected(in, kind - 26, n);
    }
  }

  static Object collected(Stream<Integer> in, int kind, int n) {
    switch (kind) {
      case 0: return new TreeMap<>(in.collect(Collectors.groupingBy(i -> i % 3)));
      case 1: return in.collect(Collectors.groupingBy(i -> i % 4, TreeMap::new, Collectors.counting()));
      case 2: return in.collect(Collectors.partitioningBy(i -> i > n));
      case 3: return in.collect(Collectors.partitioningBy(i -> i > n, Collectors.averagingInt(i -> i)));
      case 4: return new TreeMap<>(in.collect(Collectors.toMap(i -> i, i -> "v" + i)));
      case 5: return new TreeMap<>(in.collect(Collectors.toMap(i -> i % 5, i -> "v" + i, (a, b) -> a + b)));
      case 6: return in.collect(Collectors.toMap(i -> -i, i -> 1, Integer::sum, TreeMap::new));
      case 7: return in.map(String::valueOf).collect(Collectors.joining(", ", "<", ">"));
      case 8: return in.map(String::valueOf).collect(Collectors.joining());
      case 9: return in.collect(Collectors.toCollection(TreeSet::new));
      case 10: return in.collect(Collectors.summingInt(i -> i));
      case 11: return in.collect(Collectors.summingDouble(i -> i * 0.1));
      case 12: return in.collect(Collectors.averagingDouble(i -> i * 1e-3 + 1e10));
      case 13: return in.collect(Collectors.summarizingLong(i -> i));
      case 14: return in.collect(Collectors.minBy(Comparator.naturalOrder()));
      case 15: return in.collect(Collectors.maxBy(Comparator.comparing(i -> i % 7)));
      case 16: return in.collect(Collectors.reducing(0, i -> i * i, Integer::sum));
      case 17: return in.collect(Collectors.reducing((a, b) -> a * 3 + b));
      case 18: return in.collect(Collectors.mapping(i -> i * 2, Collectors.toList()));
      case 19: return in.collect(Collectors.filtering(i -> i % 2 == 0, Collectors.counting()));
      case 20: return in.collect(Collectors.flatMapping(i -> Stream.of(i, n), Collectors.toList()));
      case 21: return in.collect(Collectors.collectingAndThen(Collectors.toList(), List::size));
      case 22: return in.collect(Collectors.teeing(Collectors.counting(), Collectors.summingLong(i -> i), (a, b) -> a + "/" + b));
      case 23: return in.collect(Collectors.groupingBy(i -> i % 2, TreeMap::new, Collectors.mapping(i -> i + 1,
          Collectors.collectingAndThen(Collectors.toSet(), TreeSet::new))));
      case 24: return in.collect(Collectors.toUnmodifiableList());
      case 25: return new TreeSet<>(in.collect(Collectors.toUnmodifiableSet()));
      case 26: return new TreeMap<>(in.collect(Collectors.toUnmodifiableMap(i -> i, i -> i, (a, b) -> b)));
      case 27: return new TreeMap<>(in.collect(Collectors.groupingByConcurrent(i -> i % 3)));
      case 28: return new TreeMap<>(in.collect(Collectors.toConcurrentMap(i -> i, i -> n, Integer::sum)));
      case 29: return in.collect(Collectors.groupingBy(i -> i % 5 == 0 ? null : i));
      case 30: return in.collect(Collectors.summarizingDouble(i -> i / 3.0));
      case 31: return in.collect(Collectors.averagingLong(i -> i));
      case 32: return in.collect(Collectors.summarizingInt(i -> i));
      default: return in.collect(Collector.of(() -> new int[1], (a, i) -> a[0] = a[0] * 31 + i, (a, b) -> a, a -> a[0]));
    }
  }

  static void pipelines() {
    for (int round = 0; round < 12000; round++) {
      int kind = random.nextInt(16);
      int n = random.nextInt(13);
      int[] operations = random.ints(random.nextInt(5), 0, 24).toArray();
      int last = random.nextInt(60);
      trace.setLength(0);
      attempt(kind + Arrays.toString(operations) + last + " " + n, () -> {
        Stream<Integer> stream = source(kind, n);
        for (int operation : operations)
          stream = operation(stream, operation, n);
        return result(stream, last, n);
      });
      add(trace);
    }
  }

  static void numbers() {
    add(IntStream.rangeClosed(1, 100).sum() + " " + LongStream.range(5, 5).count() + IntStream.range(3, 1).max());
    add(IntStream.rangeClosed(Integer.MAX_VALUE - 2, Integer.MAX_VALUE).boxed().collect(Collectors.toList()));
    add(LongStream.rangeClosed(Long.MAX_VALUE - 2, Long.MAX_VALUE).mapToObj(Long::toString).collect(Collectors.toList()));
    add(LongStream.rangeClosed(Long.MIN_VALUE, Long.MAX_VALUE).skip(3).limit(2).boxed().collect(Collectors.toList()));
    add(Arrays.toString(DoubleStream.iterate(1, d -> d < 1000, d -> d * 3).map(Math::sqrt).toArray()));
    add(DoubleStream.of(1e100, 1, -1e100, 1e-20).sum() + " " + DoubleStream.of(0.1, 0.2, 0.3).average());
    add(DoubleStream.of(Double.POSITIVE_INFINITY, 1).sum() + " " + DoubleStream.of(1, Double.NaN).max());
    add(DoubleStream.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY).sum() + " " + DoubleStream.of(-0.0, 0.0).min());
    add(IntStream.of(3, 1, 2).sorted().mapToObj(Integer::toString).collect(Collectors.joining("-")));
    add(IntStream.of(3, 1, 2).asDoubleStream().boxed().collect(Collectors.toList()));
    add(IntStream.iterate(1, i -> i * 2).takeWhile(i -> i > 0).summaryStatistics());
    add(LongStream.of(5, 6).summaryStatistics() + "" + new IntSummaryStatistics() + new DoubleSummaryStatistics());
    add(IntStream.concat(IntStream.of(1), IntStream.range(7, 9)).boxed().collect(Collectors.toList()));
    add(IntStream.builder().add(4).add(5).build().sum() + IntStream.generate(() -> 3).limit(4).sum());
    add(IntStream.of(1, 2, 3).mapMulti((i, to) -> { to.accept(i); to.accept(-i); }).boxed().collect(Collectors.toList()));
    add(IntStream.of(4, 4, 5).distinct().count() + " " + IntStream.of(1, 2).collect(StringBuilder::new,
        StringBuilder::append, StringBuilder::append));
    add(IntStream.of(4, 7).reduce((a, b) -> a * b) + " " + LongStream.of(1, 2).reduce(10, Long::sum));
    PrimitiveIterator.OfInt each = IntStream.range(0, 5).filter(i -> i % 2 == 0).iterator();
    while (each.hasNext())
      add(each.nextInt());
    Random drawn = new Random(3);
    add(drawn.ints(5).boxed().collect(Collectors.toList()));
    add(drawn.ints(9, 3, 19).boxed().collect(Collectors.toList()));
    add(drawn.ints(9, 0, 16).boxed().collect(Collectors.toList()));
    add(drawn.ints(9, Integer.MIN_VALUE, Integer.MAX_VALUE).boxed().collect(Collectors.toList()));
    add(drawn.longs(6).boxed().collect(Collectors.toList()));
    add(drawn.longs(6, -5, 1L << 40).boxed().collect(Collectors.toList()));
    add(drawn.doubles(3).boxed().collect(Collectors.toList()));
    add(drawn.doubles(3, -2, 5).boxed().collect(Collectors.toList()));
    add(drawn.ints(0, 6).limit(10).boxed().collect(Collectors.toList()) + " " + drawn.nextInt());
    for (int i = 1; i < 300; i++)
      add(drawn.nextInt(-i, i * 5) + " " + drawn.nextInt(0, 1 << i % 30) + drawn.nextLong(i, i * 7L + 1) + drawn.nextLong(i)
          + drawn.nextDouble(i) + drawn.nextDouble(-1, i));
    attempt("bounds", () -> drawn.ints(3, 3));
    attempt("size", () -> drawn.ints(-1));
  }

  static void sources() throws IOException {
    add("h\u00e4\ud83d\ude00!".chars().boxed().collect(Collectors.toList()));
    add("h\u00e4\ud83d\ude00\ud83d!".codePoints().boxed().collect(Collectors.toList()));
    add(new StringBuilder("ab\ude00").codePoints().sum());
    add("a\nb\r\n\nc\r".lines().collect(Collectors.toList()) + "" + "".lines().count());
    add(new BufferedReader(new StringReader("x\ny\n\nz")).lines().map(String::length).collect(Collectors.toList()));
    add(Pattern.compile(",").splitAsStream("a,b,,c,,").collect(Collectors.toList()));
    add(Pattern.compile("[0-9]+").matcher("a12b3c456").results().map(MatchResult::group).collect(Collectors.toList()));
    BitSet bits = new BitSet();
    bits.set(3, 6);
    bits.set(100);
    add(bits.stream().boxed().collect(Collectors.toList()));
    add(Optional.of(4).stream().count() + OptionalInt.empty().stream().sum() + Optional.empty().stream().count());
    Map<String, Integer> map = new TreeMap<>(Map.of("a", 3, "b", 1, "c", 2));
    add(map.entrySet().stream().sorted(Map.Entry.comparingByValue()).map(Map.Entry::getKey).collect(Collectors.joining()));
    add(map.values().stream().mapToInt(i -> i).sum() + map.keySet().stream().count());
    add(Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum() + Arrays.stream(new String[] {"x", "y"}, 1, 2).findFirst().get());
    add(Arrays.asList(5, 6, 7).stream().skip(1).collect(Collectors.toList()) + "" + Collections.nCopies(3, "n").stream().count());
    add(Stream.ofNullable(null).count() + Stream.ofNullable(1).count() + Stream.empty().count());
    add(List.of(1, 2, 3).stream().mapToInt(Integer::intValue).boxed().toList());
  }

  static void closing() {
    StringBuilder said = new StringBuilder();
    attempt("close", () -> {
      try (Stream<Integer> s = Stream.of(1).onClose(() -> said.append("a")).map(i -> i + 1).onClose(() -> {
        said.append("b");
        throw new IllegalStateException("b");
      }).onClose(() -> {
        throw new IllegalArgumentException("c");
      })) {
        return s.count();
      }
    });
    add(said);
    Stream<Integer> used = Stream.of(1, 2);
    used.map(i -> i);
    attempt("used", () -> used.filter(i -> true));
    attempt("used", () -> used.count());
    attempt("inner", () -> Stream.of(1).flatMap(i -> Stream.of(2).onClose(() -> said.append("inner"))).count() + "" + said);
    Stream<Integer> closed = Stream.of(1);
    closed.close();
    attempt("closed", () -> closed.count());
    attempt("limit", () -> Stream.of(1).limit(-1));
    attempt("skip", () -> Stream.of(1).skip(-1));
    attempt("null", () -> Stream.of(1).map(null));
    attempt("null first", () -> Stream.of((Object) null).findFirst());
    attempt("null element", () -> Stream.of(1, null, 2).collect(Collectors.toList()));
    attempt("null sorted", () -> Stream.of(1, null, 2).sorted().count());
    attempt("null toList", () -> Stream.of(1, null).toList());
    attempt("null unmodifiable", () -> Stream.of(1, null).collect(Collectors.toUnmodifiableList()));
    attempt("null value", () -> Stream.of(1).collect(Collectors.toMap(i -> i, i -> null)));
    attempt("list", () -> Stream.of(1).toList().add(3));
    attempt("array", () -> Stream.of(1, 2).toArray(String[]::new));
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    Stream<Integer> late = list.stream();
    list.add(4);
    attempt("late", () -> late.collect(Collectors.toList()));
    attempt("changed", () -> list.stream().peek(i -> list.add(5)).count() + " " + list.size());
    attempt("changed", () -> list.stream().peek(i -> list.add(5)).collect(Collectors.toList()));
    attempt("supplier", () -> StreamSupport.stream(() -> Arrays.asList(7, 8).spliterator(), 0, false).map(i -> i * 2).toList());
    attempt("split", () -> {
      Spliterator<Integer> part = new ArrayList<>(List.of(1, 2, 3, 4, 5)).spliterator();
      Spliterator<Integer> other = part.trySplit();
      StringBuilder text = new StringBuilder();
      other.forEachRemaining(text::append);
      part.tryAdvance(i -> text.append("|").append(i));
      return text.append(part.estimateSize()).append(part.characteristics());
    });
    attempt("parallel", () -> List.of(4, 3, 9, 1).parallelStream().map(i -> i * 2).isParallel());
    attempt("parallel", () -> IntStream.range(0, 1000).parallel().map(i -> i * 2).boxed().collect(Collectors.toList()));
    attempt("endless", () -> Stream.generate(() -> 1).flatMap(i -> Stream.iterate(i, k -> k + 1)).skip(3).findFirst());
    attempt("endless", () -> {
      Iterator<Integer> i = Stream.iterate(1, k -> k + 1).filter(k -> k % 3 == 0).iterator();
      return i.next() + i.next() + i.next();
    });
  }

  /* Methods of lambdas that only call each other, more than a stack holds. */
  private static void chain() {
    Supplier<String> last = () -> "end";
    for (int i = 0; i < 1_000_000; i++)
      last = last::get;
    try {
      System.out.println(last.get());
    } catch (StackOverflowError e) {
      System.out.println("overflow");
    }
  }

  public static void main(String[] arguments) throws IOException {
    chain();
    numbers();
    sources();
    closing();
    pipelines();
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
