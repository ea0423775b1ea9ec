/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How elements are gathered to a result. */
package java.util.stream;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

public interface Collector<T, A, R> {
  enum Characteristics {
    CONCURRENT, UNORDERED, IDENTITY_FINISH
  }

  Supplier<A> supplier();

  BiConsumer<A, T> accumulator();

  BinaryOperator<A> combiner();

  Function<A, R> finisher();

  Set<Characteristics> characteristics();

  @SuppressWarnings("unchecked")
  static <T, R> Collector<T, R, R> of(Supplier<R> supplier, BiConsumer<R, T> accumulator, BinaryOperator<R> combiner,
      Characteristics... characteristics) {
    Objects.requireNonNull(characteristics);
    Set<Characteristics> all = EnumSet.of(Characteristics.IDENTITY_FINISH);
    Collections.addAll(all, characteristics);
    return new Gathering<>(Objects.requireNonNull(supplier), Objects.requireNonNull(accumulator),
        Objects.requireNonNull(combiner), result -> result, Collections.unmodifiableSet(all));
  }

  static <T, A, R> Collector<T, A, R> of(Supplier<A> supplier, BiConsumer<A, T> accumulator,
      BinaryOperator<A> combiner, Function<A, R> finisher, Characteristics... characteristics) {
    Objects.requireNonNull(characteristics);
    Set<Characteristics> all = EnumSet.noneOf(Characteristics.class);
    Collections.addAll(all, characteristics);
    return new Gathering<>(Objects.requireNonNull(supplier), Objects.requireNonNull(accumulator),
        Objects.requireNonNull(combiner), Objects.requireNonNull(finisher), Collections.unmodifiableSet(all));
  }
}
