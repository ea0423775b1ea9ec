/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A spliterator that is asked for when its first element is. */
package java.util.stream;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;

final class LazySource<T> implements Spliterator<T> {
  private final Supplier<? extends Spliterator<T>> supplier;
  private final int characteristics;
  private Spliterator<T> source;

  LazySource(Supplier<? extends Spliterator<T>> supplier, int characteristics) {
    this.supplier = supplier;
    this.characteristics = characteristics;
  }

  private Spliterator<T> source() {
    if (source == null)
      source = supplier.get();
    return source;
  }

  @Override
  public boolean tryAdvance(Consumer<? super T> action) {
    return source().tryAdvance(action);
  }

  @Override
  public void forEachRemaining(Consumer<? super T> action) {
    source().forEachRemaining(action);
  }

  @Override
  public Spliterator<T> trySplit() {
    return source().trySplit();
  }

  @Override
  public long estimateSize() {
    return source().estimateSize();
  }

  @Override
  public int characteristics() {
    return characteristics;
  }

  @Override
  public Comparator<? super T> getComparator() {
    return source().getComparator();
  }
}
