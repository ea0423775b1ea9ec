/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A set of constants of an enum, a bit each; walked in their order. */
package java.util;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;

public class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, java.io.Serializable {
  private final Class<E> type;
  private final E[] universe;
  private final BitSet bits = new BitSet();

  private EnumSet(Class<E> type) {
    this.type = type;
    universe = type.getEnumConstants();
    if (universe == null)
      throw new ClassCastException(type + " not an enum");
  }

  public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> type) {
    return new EnumSet<>(type);
  }

  public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> type) {
    return complementOf(noneOf(type));
  }

  public static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> other) {
    EnumSet<E> set = other.clone();
    set.bits.flip(0, set.universe.length);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> other) {
    return other.clone();
  }

  public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> other) {
    if (other instanceof EnumSet)
      return ((EnumSet<E>) other).clone();
    if (other.isEmpty())
      throw new IllegalArgumentException("Collection is empty");
    EnumSet<E> set = noneOf(other.iterator().next().getDeclaringClass());
    set.addAll(other);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> of(E first) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> of(E first, E second) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    set.add(second);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    set.add(second);
    set.add(third);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third, E fourth) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    set.add(second);
    set.add(third);
    set.add(fourth);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> of(E first, E second, E third, E fourth, E fifth) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    set.add(second);
    set.add(third);
    set.add(fourth);
    set.add(fifth);
    return set;
  }

  @SafeVarargs
  public static <E extends Enum<E>> EnumSet<E> of(E first, E... others) {
    EnumSet<E> set = noneOf(first.getDeclaringClass());
    set.add(first);
    for (E other : others)
      set.add(other);
    return set;
  }

  public static <E extends Enum<E>> EnumSet<E> range(E from, E to) {
    if (from.compareTo(to) > 0)
      throw new IllegalArgumentException(from + " > " + to);
    EnumSet<E> set = noneOf(from.getDeclaringClass());
    set.bits.set(from.ordinal(), to.ordinal() + 1);
    return set;
  }

  private boolean fits(Object element) {
    return element instanceof Enum && ((Enum<?>) element).getDeclaringClass() == type;
  }

  @Override
  public int size() {
    return bits.cardinality();
  }

  @Override
  public boolean isEmpty() {
    return bits.isEmpty();
  }

  @Override
  public boolean contains(Object wanted) {
    return fits(wanted) && bits.get(((Enum<?>) wanted).ordinal());
  }

  @Override
  public boolean add(E element) {
    if (!fits(Objects.requireNonNull(element)))
      throw new ClassCastException(element.getClass() + " != " + type);
    if (bits.get(element.ordinal()))
      return false;
    bits.set(element.ordinal());
    return true;
  }

  @Override
  public boolean remove(Object unwanted) {
    if (!contains(unwanted))
      return false;
    bits.clear(((Enum<?>) unwanted).ordinal());
    return true;
  }

  @Override
  public void clear() {
    bits.clear();
  }

  @Override
  public EnumSet<E> clone() {
    EnumSet<E> copy = new EnumSet<>(type);
    copy.bits.or(bits);
    return copy;
  }

  @Override
  public Iterator<E> iterator() {
    return new Iterator<E>() {
      private int next = bits.nextSetBit(0);
      private int last = -1;

      @Override
      public boolean hasNext() {
        return next >= 0;
      }

      @Override
      public E next() {
        if (next < 0)
          throw new NoSuchElementException();
        last = next;
        next = bits.nextSetBit(next + 1);
        return universe[last];
      }

      @Override
      public void remove() {
        if (last < 0)
          throw new IllegalStateException();
        bits.clear(last);
        last = -1;
      }
    };
  }

  /* What a set is in object streams, as in the JDK. */
  private static final class SerializationProxy<E extends Enum<E>> implements java.io.Serializable {
    private static final long serialVersionUID = 362491234563181265L;

    private final Class<E> elementType;
    private final Enum<?>[] elements;

    SerializationProxy(EnumSet<E> set) {
      elementType = set.type;
      elements = set.toArray(new Enum<?>[0]);
    }

    @SuppressWarnings("unchecked")
    private Object readResolve() throws InvalidObjectException {
      if (elementType == null || elements == null || elementType.getEnumConstants() == null)
        throw new InvalidObjectException("a set of the constants of " + elementType);
      EnumSet<E> set = EnumSet.noneOf(elementType);
      for (Enum<?> element : elements)
        set.add((E) element);
      return set;
    }
  }

  private Object writeReplace() {
    return new SerializationProxy<>(this);
  }

  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("Proxy required");
  }
}
