/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements, each once. */
package java.util;

public interface Set<E> extends Collection<E> {
  @SafeVarargs
  static <E> Set<E> of(E... elements) {
    return FixedSet.of(elements);
  }

  @SuppressWarnings("unchecked")
  static <E> Set<E> copyOf(Collection<? extends E> elements) {
    return elements instanceof FixedSet ? (Set<E>) elements
        : (Set<E>) FixedSet.of(new LinkedHashSet<E>(elements).toArray());
  }
}
