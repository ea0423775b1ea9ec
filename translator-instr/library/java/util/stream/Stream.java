/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements that are computed as they are asked for. Nothing runs before a terminal operation; each element goes all the
 * way before the next one comes, but for sorted(). parallel() changes nothing but what isParallel() says: a stream runs in
 * the thread that asks for its result. */
package java.util.stream;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

public interface Stream<T> extends BaseStream<T, Stream<T>> {
  Stream<T> filter(Predicate<? super T> condition);

  <R> Stream<R> map(Function<? super T, ? extends R> function);

  IntStream mapToInt(ToIntFunction<? super T> function);

  LongStream mapToLong(ToLongFunction<? super T> function);

  DoubleStream mapToDouble(ToDoubleFunction<? super T> function);

  <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function);

  IntStream flatMapToInt(Function<? super T, ? extends IntStream> function);

  LongStream flatMapToLong(Function<? super T, ? extends LongStream> function);

  DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> function);

  <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> function);

  IntStream mapMultiToInt(BiConsumer<? super T, ? super IntConsumer> function);

  LongStream mapMultiToLong(BiConsumer<? super T, ? super LongConsumer> function);

  DoubleStream mapMultiToDouble(BiConsumer<? super T, ? super DoubleConsumer> function);

  Stream<T> distinct();

  Stream<T> sorted();

  Stream<T> sorted(Comparator<? super T> order);

  Stream<T> peek(Consumer<? super T> action);

  Stream<T> limit(long most);

  Stream<T> skip(long count);

  Stream<T> takeWhile(Predicate<? super T> condition);

  Stream<T> dropWhile(Predicate<? super T> condition);

  void forEach(Consumer<? super T> action);

  void forEachOrdered(Consumer<? super T> action);

  Object[] toArray();

  <A> A[] toArray(IntFunction<A[]> maker);

  T reduce(T identity, BinaryOperator<T> function);

  Optional<T> reduce(BinaryOperator<T> function);

  <U> U reduce(U identity, BiFunction<U, ? super T, U> function, BinaryOperator<U> combiner);

  <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> combiner);

  <R, A> R collect(Collector<? super T, A, R> collector);

  /* May have null; cannot be changed. */
  List<T> toList();

  Optional<T> min(Comparator<? super T> order);

  Optional<T> max(Comparator<? super T> order);

  /* Does not run the stream if the number is known without. */
  long count();

  boolean anyMatch(Predicate<? super T> condition);

  boolean allMatch(Predicate<? super T> condition);

  boolean noneMatch(Predicate<? super T> condition);

  Optional<T> findFirst();

  Optional<T> findAny();

  interface Builder<T> extends Consumer<T> {
    @Override
    void accept(T element);

    default Builder<T> add(T element) {
      accept(element);
      return this;
    }

    Stream<T> build();
  }

  static <T> Builder<T> builder() {
    return new ObjStage.Building<>();
  }

  static <T> Stream<T> empty() {
    return StreamSupport.stream(Spliterators.<T>emptySpliterator(), false);
  }

  static <T> Stream<T> of(T element) {
    return StreamSupport.stream(Spliterators.<T>spliterator(new Object[] {element}, Spliterator.ORDERED
        | Spliterator.IMMUTABLE), false);
  }

  static <T> Stream<T> ofNullable(T element) {
    return element == null ? empty() : of(element);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  static <T> Stream<T> of(T... elements) {
    return Arrays.stream(elements);
  }

  static <T> Stream<T> iterate(T seed, UnaryOperator<T> function) {
    Objects.requireNonNull(function);
    return ObjStage.iterated(seed, null, function);
  }

  static <T> Stream<T> iterate(T seed, Predicate<? super T> hasNext, UnaryOperator<T> function) {
    Objects.requireNonNull(function);
    return ObjStage.iterated(seed, Objects.requireNonNull(hasNext), function);
  }

  static <T> Stream<T> generate(Supplier<? extends T> supplier) {
    return ObjStage.generated(Objects.requireNonNull(supplier));
  }

  @SuppressWarnings("unchecked")
  static <T> Stream<T> concat(Stream<? extends T> first, Stream<? extends T> second) {
    Objects.requireNonNull(first);
    Objects.requireNonNull(second);
    Spliterator<T> one = (Spliterator<T>) first.spliterator();
    Spliterator<T> other = (Spliterator<T>) second.spliterator();
    Stream<T> both = StreamSupport.stream(new ObjStage.Both<>(one, other), first.isParallel() || second.isParallel());
    return both.onClose(first::close).onClose(second::close);
  }
}
