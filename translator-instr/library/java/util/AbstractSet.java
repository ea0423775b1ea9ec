/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set: equal to every set with equal elements. */
package java.util;

public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {
  protected AbstractSet() {
  }

  @Override
  public boolean equals(Object other) {
    if (other == this)
      return true;
    if (!(other instanceof Set) || ((Set<?>) other).size() != size())
      return false;
    return containsAll((Set<?>) other);
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (E element : this)
      sum += Objects.hashCode(element);
    return sum;
  }

  /* Walks the smaller of the two. */
  @Override
  public boolean removeAll(Collection<?> unwanted) {
    if (size() <= unwanted.size())
      return super.removeAll(unwanted);
    boolean changed = false;
    for (Object element : unwanted)
      changed |= remove(element);
    return changed;
  }
}
