/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Set.of() gives: never changes, holds no null; walked in the order given. */
package java.util;

final class FixedSet<E> extends ReadOnly.OfSet<E> {
  FixedSet(LinkedHashSet<E> elements) {
    super(elements);
  }

  @SafeVarargs
  static <E> Set<E> of(E... elements) {
    LinkedHashSet<E> set = new LinkedHashSet<>(elements.length * 2);
    for (E element : elements)
      if (!set.add(Objects.requireNonNull(element)))
        throw new IllegalArgumentException("duplicate element: " + element);
    return new FixedSet<>(set);
  }

  @Override
  public boolean contains(Object wanted) {
    return super.contains(Objects.requireNonNull(wanted));
  }
}
