/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The root of enumerations. */
package java.lang;

public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {
  private final String name;
  private final int ordinal;

  protected Enum(String name, int ordinal) {
    this.name = name;
    this.ordinal = ordinal;
  }

  public final String name() {
    return name;
  }

  public final int ordinal() {
    return ordinal;
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public final boolean equals(Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return super.hashCode();
  }

  @Override
  protected final Object clone() throws CloneNotSupportedException {
    throw new CloneNotSupportedException();
  }

  @Override
  public final int compareTo(E other) {
    Enum<?> that = other;
    if (getDeclaringClass() != that.getDeclaringClass())
      throw new ClassCastException();
    return ordinal - that.ordinal;
  }

  @SuppressWarnings("unchecked")
  public final Class<E> getDeclaringClass() {
    Class<?> own = getClass();
    Class<?> parent = own.getSuperclass();
    return parent == (Class<?>) Enum.class ? (Class<E>) own : (Class<E>) parent;
  }

  public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
    if (name == null)
      throw new NullPointerException("Name is null");
    T[] constants = type.getEnumConstants();
    if (constants == null)
      throw new IllegalArgumentException(type.getName() + " is not an enum class");
    for (T constant : constants)
      if (constant.name().equals(name))
        return constant;
    throw new IllegalArgumentException("No enum constant " + type.getName().replace('$', '.') + "." + name);
  }
}
