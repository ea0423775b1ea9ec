/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A walk through elements. */
package java.util;

import java.util.function.Consumer;

public interface Iterator<E> {
  boolean hasNext();

  E next();

  default void remove() {
    throw new UnsupportedOperationException("remove");
  }

  default void forEachRemaining(Consumer<? super E> action) {
    Objects.requireNonNull(action);
    while (hasNext())
      action.accept(next());
  }
}
