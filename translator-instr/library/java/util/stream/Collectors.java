/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The usual collectors. */
package java.util.stream;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

import jx.math.PreciseSum;

public final class Collectors {
  private Collectors() {
  }

  /* A collector of a result as it is. */
  private static <T, R> Collector<T, ?, R> direct(Supplier<R> supplier, BiConsumer<R, T> accumulator,
      BinaryOperator<R> combiner) {
    return Collector.of(supplier, accumulator, combiner);
  }

  private static <E, C extends Collection<E>> C joined(C first, C second) {
    first.addAll(second);
    return first;
  }

  public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> maker) {
    return direct(maker, Collection::add, Collectors::joined);
  }

  public static <T> Collector<T, ?, List<T>> toList() {
    return direct(ArrayList::new, List::add, Collectors::joined);
  }

  @SuppressWarnings("unchecked")
  public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
    return Collector.<T, List<T>, List<T>>of(ArrayList::new, List::add, Collectors::joined,
        list -> (List<T>) List.of(list.toArray()));
  }

  public static <T> Collector<T, ?, Set<T>> toSet() {
    return Collector.of(HashSet::new, Set::add, Collectors::joined, Collector.Characteristics.UNORDERED);
  }

  @SuppressWarnings("unchecked")
  public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
    return Collector.<T, Set<T>, Set<T>>of(HashSet::new, Set::add, Collectors::joined,
        set -> (Set<T>) Set.of(set.toArray()), Collector.Characteristics.UNORDERED);
  }

  public static Collector<CharSequence, ?, String> joining() {
    return Collector.<CharSequence, StringBuilder, String>of(StringBuilder::new, StringBuilder::append,
        StringBuilder::append, StringBuilder::toString);
  }

  public static Collector<CharSequence, ?, String> joining(CharSequence between) {
    return joining(between, "", "");
  }

  public static Collector<CharSequence, ?, String> joining(CharSequence between, CharSequence before,
      CharSequence behind) {
    return Collector.<CharSequence, StringJoiner, String>of(() -> new StringJoiner(between, before, behind),
        StringJoiner::add, StringJoiner::merge, StringJoiner::toString);
  }

  /* ---- collectors before other ones ---- */

  public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> function,
      Collector<? super U, A, R> collector) {
    BiConsumer<A, ? super U> accumulator = collector.accumulator();
    return new Gathering<T, A, R>(collector.supplier(), (result, element) -> accumulator.accept(result,
        function.apply(element)), collector.combiner(), collector.finisher(), collector.characteristics());
  }

  public static <T, U, A, R> Collector<T, ?, R> flatMapping(
      Function<? super T, ? extends Stream<? extends U>> function, Collector<? super U, A, R> collector) {
    BiConsumer<A, ? super U> accumulator = collector.accumulator();
    return new Gathering<T, A, R>(collector.supplier(), (result, element) -> {
      try (Stream<? extends U> inner = function.apply(element)) {
        if (inner != null)
          inner.sequential().forEach(each -> accumulator.accept(result, each));
      }
    }, collector.combiner(), collector.finisher(), collector.characteristics());
  }

  public static <T, A, R> Collector<T, ?, R> filtering(Predicate<? super T> condition,
      Collector<? super T, A, R> collector) {
    BiConsumer<A, ? super T> accumulator = collector.accumulator();
    return new Gathering<T, A, R>(collector.supplier(), (result, element) -> {
      if (condition.test(element))
        accumulator.accept(result, element);
    }, collector.combiner(), collector.finisher(), collector.characteristics());
  }

  public static <T, A, R, RR> Collector<T, A, RR> collectingAndThen(Collector<T, A, R> collector,
      Function<R, RR> finisher) {
    Set<Collector.Characteristics> characteristics = new HashSet<>(collector.characteristics());
    characteristics.remove(Collector.Characteristics.IDENTITY_FINISH);
    return new Gathering<>(collector.supplier(), collector.accumulator(), collector.combiner(),
        collector.finisher().andThen(finisher), Collections.unmodifiableSet(characteristics));
  }

  private static final class Pair<A, B> {
    A first;
    B second;

    Pair(A first, B second) {
      this.first = first;
      this.second = second;
    }
  }

  public static <T, R1, R2, R> Collector<T, ?, R> teeing(Collector<? super T, ?, R1> first,
      Collector<? super T, ?, R2> second, BiFunction<? super R1, ? super R2, R> merger) {
    return teed(first, second, Objects.requireNonNull(merger));
  }

  private static <T, A, B, R1, R2, R> Collector<T, ?, R> teed(Collector<? super T, A, R1> one,
      Collector<? super T, B, R2> other, BiFunction<? super R1, ? super R2, R> merger) {
    BiConsumer<A, ? super T> toOne = one.accumulator();
    BiConsumer<B, ? super T> toOther = other.accumulator();
    return Collector.<T, Pair<A, B>, R>of(() -> new Pair<>(one.supplier().get(), other.supplier().get()),
        (pair, element) -> {
          toOne.accept(pair.first, element);
          toOther.accept(pair.second, element);
        }, (a, b) -> new Pair<>(one.combiner().apply(a.first, b.first), other.combiner().apply(a.second, b.second)),
        pair -> merger.apply(one.finisher().apply(pair.first), other.finisher().apply(pair.second)));
  }

  /* ---- numbers ---- */

  public static <T> Collector<T, ?, Long> counting() {
    return summingLong(element -> 1);
  }

  public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> function) {
    return Collector.<T, int[], Integer>of(() -> new int[1], (sum, element) -> sum[0] += function.applyAsInt(element),
        (a, b) -> {
          a[0] += b[0];
          return a;
        }, sum -> sum[0]);
  }

  public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> function) {
    return Collector.<T, long[], Long>of(() -> new long[1], (sum, element) -> sum[0] += function.applyAsLong(element),
        Collectors::added, sum -> sum[0]);
  }

  private static long[] added(long[] a, long[] b) {
    for (int i = 0; i < a.length; i++)
      a[i] += b[i];
    return a;
  }

  public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> function) {
    return Collector.<T, PreciseSum, Double>of(PreciseSum::new, (sum, element) -> sum.add(function.applyAsDouble(
        element)), (a, b) -> {
          a.add(b);
          return a;
        }, PreciseSum::result);
  }

  public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> function) {
    return averagingLong(function::applyAsInt);
  }

  public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> function) {
    return Collector.<T, long[], Double>of(() -> new long[2], (sum, element) -> {
      sum[0] += function.applyAsLong(element);
      sum[1]++;
    }, Collectors::added, sum -> sum[1] == 0 ? 0 : (double) sum[0] / sum[1]);
  }

  public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> function) {
    return collectingAndThen(summarizingDouble(function), DoubleSummaryStatistics::getAverage);
  }

  public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> function) {
    return direct(IntSummaryStatistics::new, (all, element) -> all.accept(function.applyAsInt(element)), (a, b) -> {
      a.combine(b);
      return a;
    });
  }

  public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> function) {
    return direct(LongSummaryStatistics::new, (all, element) -> all.accept(function.applyAsLong(element)), (a, b) -> {
      a.combine(b);
      return a;
    });
  }

  public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(ToDoubleFunction<? super T> function) {
    return direct(DoubleSummaryStatistics::new, (all, element) -> all.accept(function.applyAsDouble(element)),
        (a, b) -> {
          a.combine(b);
          return a;
        });
  }

  /* ---- reduction ---- */

  private static final class Box<T> {
    T value;
    boolean present;

    Box(T value, boolean present) {
      this.value = value;
      this.present = present;
    }

    void add(T element, BinaryOperator<T> function) {
      value = present ? function.apply(value, element) : element;
      present = true;
    }

    Box<T> add(Box<T> other, BinaryOperator<T> function) {
      if (other.present)
        add(other.value, function);
      return this;
    }
  }

  public static <T> Collector<T, ?, Optional<T>> reducing(BinaryOperator<T> function) {
    return Collector.<T, Box<T>, Optional<T>>of(() -> new Box<>(null, false), (box, element) -> box.add(element,
        function), (a, b) -> a.add(b, function), box -> Optional.ofNullable(box.value));
  }

  public static <T> Collector<T, ?, T> reducing(T identity, BinaryOperator<T> function) {
    return reducing(identity, element -> element, function);
  }

  public static <T, U> Collector<T, ?, U> reducing(U identity, Function<? super T, ? extends U> mapper,
      BinaryOperator<U> function) {
    return Collector.<T, Box<U>, U>of(() -> new Box<>(identity, true), (box, element) -> box.add(mapper.apply(element),
        function), (a, b) -> a.add(b, function), box -> box.value);
  }

  public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> order) {
    return reducing(BinaryOperator.minBy(order));
  }

  public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> order) {
    return reducing(BinaryOperator.maxBy(order));
  }

  /* ---- maps ---- */

  private static IllegalStateException duplicate(Object key, Object one, Object other) {
    return new IllegalStateException("Duplicate key " + key + " (attempted merging values " + one + " and " + other
        + ")");
  }

  private static <K, V> void putNew(Map<K, V> map, K key, V value) {
    V old = map.putIfAbsent(key, Objects.requireNonNull(value));
    if (old != null)
      throw duplicate(key, old, value);
  }

  private static <K, V, M extends Map<K, V>> M putAllNew(M map, Map<K, V> more) {
    for (Map.Entry<K, V> entry : more.entrySet())
      putNew(map, entry.getKey(), entry.getValue());
    return map;
  }

  private static <K, V, M extends Map<K, V>> M mergeAll(M map, Map<K, V> more, BinaryOperator<V> function) {
    for (Map.Entry<K, V> entry : more.entrySet())
      map.merge(entry.getKey(), entry.getValue(), function);
    return map;
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value) {
    return Collectors.<T, Map<K, U>>direct(HashMap::new, (map, element) -> putNew(map, key.apply(element),
        value.apply(element)), Collectors::putAllNew);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value, BinaryOperator<U> merger) {
    return toMap(key, value, merger, HashMap::new);
  }

  public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value, BinaryOperator<U> merger, Supplier<M> maker) {
    return direct(maker, (map, element) -> map.merge(key.apply(element), value.apply(element), merger),
        (a, b) -> mergeAll(a, b, merger));
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value) {
    Objects.requireNonNull(key, "keyMapper");
    Objects.requireNonNull(value, "valueMapper");
    return collectingAndThen(toMap(key, value), Map::copyOf);
  }

  public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value, BinaryOperator<U> merger) {
    Objects.requireNonNull(key, "keyMapper");
    Objects.requireNonNull(value, "valueMapper");
    Objects.requireNonNull(merger, "mergeFunction");
    return collectingAndThen(toMap(key, value, merger), Map::copyOf);
  }

  public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value) {
    return Collectors.<T, ConcurrentMap<K, U>>direct(ConcurrentHashMap::new, (map, element) -> putNew(map,
        key.apply(element), value.apply(element)), Collectors::putAllNew);
  }

  public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(Function<? super T, ? extends K> key,
      Function<? super T, ? extends U> value, BinaryOperator<U> merger) {
    return toConcurrentMap(key, value, merger, ConcurrentHashMap::new);
  }

  public static <T, K, U, M extends ConcurrentMap<K, U>> Collector<T, ?, M> toConcurrentMap(
      Function<? super T, ? extends K> key, Function<? super T, ? extends U> value, BinaryOperator<U> merger,
      Supplier<M> maker) {
    return toMap(key, value, merger, maker);
  }

  /* ---- groups ---- */

  public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> key) {
    return groupingBy(key, toList());
  }

  public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(Function<? super T, ? extends K> key,
      Collector<? super T, A, D> collector) {
    return groupingBy(key, HashMap::new, collector);
  }

  /* While elements come, the map has what the groups' own collector accumulates; at the end, what it finishes. */
  @SuppressWarnings("unchecked")
  public static <T, K, D, A, M extends Map<K, D>> Collector<T, ?, M> groupingBy(Function<? super T, ? extends K> key,
      Supplier<M> maker, Collector<? super T, A, D> collector) {
    Supplier<A> supplier = collector.supplier();
    BiConsumer<A, ? super T> accumulator = collector.accumulator();
    BiConsumer<Map<K, A>, T> adder = (map, element) -> {
      K group = Objects.requireNonNull(key.apply(element), "element cannot be mapped to a null key");
      accumulator.accept(map.computeIfAbsent(group, k -> supplier.get()), element);
    };
    Supplier<Map<K, A>> begin = (Supplier<Map<K, A>>) (Supplier<?>) maker;
    BinaryOperator<Map<K, A>> combiner = (a, b) -> mergeAll(a, b, collector.combiner());
    if (collector.characteristics().contains(Collector.Characteristics.IDENTITY_FINISH))
      return (Collector<T, ?, M>) (Collector<T, ?, ?>) direct(begin, adder, combiner);
    Function<A, A> finisher = (Function<A, A>) collector.finisher();
    return Collector.<T, Map<K, A>, M>of(begin, adder, combiner, map -> {
      map.replaceAll((group, value) -> finisher.apply(value));
      return (M) map;
    });
  }

  public static <T, K> Collector<T, ?, ConcurrentMap<K, List<T>>> groupingByConcurrent(
      Function<? super T, ? extends K> key) {
    return groupingByConcurrent(key, ConcurrentHashMap::new, toList());
  }

  public static <T, K, A, D> Collector<T, ?, ConcurrentMap<K, D>> groupingByConcurrent(
      Function<? super T, ? extends K> key, Collector<? super T, A, D> collector) {
    return groupingByConcurrent(key, ConcurrentHashMap::new, collector);
  }

  public static <T, K, A, D, M extends ConcurrentMap<K, D>> Collector<T, ?, M> groupingByConcurrent(
      Function<? super T, ? extends K> key, Supplier<M> maker, Collector<? super T, A, D> collector) {
    return groupingBy(key, maker, collector);
  }

  /* Two values, of false and of true. */
  private static final class Partition<T> extends AbstractMap<Boolean, T> {
    T ofTrue;
    T ofFalse;

    Partition(T ofTrue, T ofFalse) {
      this.ofTrue = ofTrue;
      this.ofFalse = ofFalse;
    }

    @Override
    public Set<Map.Entry<Boolean, T>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<Boolean, T>> iterator() {
          return List.<Map.Entry<Boolean, T>>of(new SimpleImmutableEntry<>(false, ofFalse),
              new SimpleImmutableEntry<>(true, ofTrue)).iterator();
        }

        @Override
        public int size() {
          return 2;
        }
      };
    }
  }

  public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> condition) {
    return partitioningBy(condition, toList());
  }

  public static <T, D, A> Collector<T, ?, Map<Boolean, D>> partitioningBy(Predicate<? super T> condition,
      Collector<? super T, A, D> collector) {
    BiConsumer<A, ? super T> accumulator = collector.accumulator();
    return Collector.<T, Partition<A>, Map<Boolean, D>>of(
        () -> new Partition<>(collector.supplier().get(), collector.supplier().get()),
        (both, element) -> accumulator.accept(condition.test(element) ? both.ofTrue : both.ofFalse, element),
        (a, b) -> new Partition<>(collector.combiner().apply(a.ofTrue, b.ofTrue),
            collector.combiner().apply(a.ofFalse, b.ofFalse)),
        both -> new Partition<>(collector.finisher().apply(both.ofTrue), collector.finisher().apply(both.ofFalse)));
  }
}
