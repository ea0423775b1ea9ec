/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a for loop can walk. */
package java.lang;

import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

public interface Iterable<T> {
  Iterator<T> iterator();

  default Spliterator<T> spliterator() {
    return Spliterators.spliteratorUnknownSize(iterator(), 0);
  }

  default void forEach(Consumer<? super T> action) {
    Objects.requireNonNull(action);
    for (T element : this)
      action.accept(element);
  }
}
