/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A vector that is used from its end. */
package java.util;

public class Stack<E> extends Vector<E> {
  private static final long serialVersionUID = 1224463164541339165L;

  public Stack() {
  }

  public E push(E element) {
    addElement(element);
    return element;
  }

  public synchronized E pop() {
    E top = peek();
    removeElementAt(size() - 1);
    return top;
  }

  public synchronized E peek() {
    if (size() == 0)
      throw new EmptyStackException();
    return elementAt(size() - 1);
  }

  public boolean empty() {
    return size() == 0;
  }

  /* 1 for the top; -1 when it is not there. */
  public synchronized int search(Object wanted) {
    int index = lastIndexOf(wanted);
    return index >= 0 ? size() - index : -1;
  }

  @Override
  public synchronized Object clone() {
    Stack<E> copy = new Stack<>();
    copy.addAll(this);
    return copy;
  }
}
