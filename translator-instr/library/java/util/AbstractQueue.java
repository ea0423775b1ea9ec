/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A queue from offer(), poll() and peek(). */
package java.util;

public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {
  protected AbstractQueue() {
  }

  @Override
  public boolean add(E element) {
    if (!offer(element))
      throw new IllegalStateException("Queue full");
    return true;
  }

  @Override
  public E remove() {
    E head = poll();
    if (head == null)
      throw new NoSuchElementException();
    return head;
  }

  @Override
  public E element() {
    E head = peek();
    if (head == null)
      throw new NoSuchElementException();
    return head;
  }

  @Override
  public void clear() {
    while (poll() != null)
      continue;
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    if (elements == this)
      throw new IllegalArgumentException();
    return super.addAll(elements);
  }
}
