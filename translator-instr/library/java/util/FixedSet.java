/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Set.of() gives: never changes, holds no null; walked in the order given. */
package java.util;

final class FixedSet<E> extends ReadOnly.OfSet<E> implements java.io.Serializable {
  FixedSet(LinkedHashSet<E> elements) {
    super(elements);
  }

  /* The elements are of type E. */
  @SuppressWarnings("unchecked")
  static <E> Set<E> of(Object[] elements) {
    LinkedHashSet<E> set = new LinkedHashSet<>(elements.length * 2);
    for (Object element : elements)
      if (!set.add((E) Objects.requireNonNull(element)))
        throw new IllegalArgumentException("duplicate element: " + element);
    return new FixedSet<>(set);
  }

  @Override
  public boolean contains(Object wanted) {
    return super.contains(Objects.requireNonNull(wanted));
  }

  private Object writeReplace() {
    return new CollSer(CollSer.SET, toArray());
  }
}
