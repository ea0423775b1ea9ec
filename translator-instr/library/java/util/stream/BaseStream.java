/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What streams of objects and of numbers have in common. A parallel stream runs in its caller's thread, too. */
package java.util.stream;

import java.util.Iterator;
import java.util.Spliterator;

public interface BaseStream<T, S extends BaseStream<T, S>> extends AutoCloseable {
  Iterator<T> iterator();

  Spliterator<T> spliterator();

  boolean isParallel();

  S sequential();

  S parallel();

  S unordered();

  S onClose(Runnable handler);

  @Override
  void close();
}
