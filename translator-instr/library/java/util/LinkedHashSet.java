/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set that is walked in the order of insertion. */
package java.util;

public class LinkedHashSet<E> extends HashSet<E> {
  private static final long serialVersionUID = -2851667679971038690L;

  public LinkedHashSet() {
    super(new LinkedHashMap<>());
  }

  public LinkedHashSet(int capacity) {
    super(new LinkedHashMap<>(capacity));
  }

  public LinkedHashSet(Collection<? extends E> elements) {
    super(new LinkedHashMap<>(Math.max(2 * elements.size(), 11)));
    addAll(elements);
  }

  @Override
  public Spliterator<E> spliterator() {
    return Spliterators.spliterator(this, Spliterator.DISTINCT | Spliterator.ORDERED);
  }

  @Override
  public Object clone() {
    return new LinkedHashSet<>(this);
  }
}
