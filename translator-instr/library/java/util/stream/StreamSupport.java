/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Streams of spliterators. */
package java.util.stream;

import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Supplier;

public final class StreamSupport {
  private StreamSupport() {
  }

  public static <T> Stream<T> stream(Spliterator<T> source, boolean parallel) {
    ObjStage<T> stream = new ObjStage<>(Objects.requireNonNull(source));
    stream.setParallel(parallel);
    return stream;
  }

  public static <T> Stream<T> stream(Supplier<? extends Spliterator<T>> source, int characteristics,
      boolean parallel) {
    return stream(new LazySource<>(Objects.requireNonNull(source), characteristics), parallel);
  }

  public static IntStream intStream(Spliterator.OfInt source, boolean parallel) {
    IntStage stream = new IntStage(Objects.requireNonNull(source));
    stream.setParallel(parallel);
    return stream;
  }

  public static LongStream longStream(Spliterator.OfLong source, boolean parallel) {
    LongStage stream = new LongStage(Objects.requireNonNull(source));
    stream.setParallel(parallel);
    return stream;
  }

  public static DoubleStream doubleStream(Spliterator.OfDouble source, boolean parallel) {
    DoubleStage stream = new DoubleStage(Objects.requireNonNull(source));
    stream.setParallel(parallel);
    return stream;
  }
}
