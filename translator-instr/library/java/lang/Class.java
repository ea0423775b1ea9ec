/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A class of the program. The translator emits one object of this type for each class that is used as a value;
 * there is no reflection beyond names and the hierarchy. */
package java.lang;

public final class Class<T> implements java.io.Serializable {
  private Class() {
  }

  /* As the JDK has it: java.lang.String, [I, [Ljava.lang.String;, int. */
  public native String getName();

  public native boolean isInterface();

  public native boolean isArray();

  public native boolean isPrimitive();

  public native boolean isInstance(Object object);

  public native boolean isAssignableFrom(Class<?> other);

  public native Class<? super T> getSuperclass();

  public native Class<?> getComponentType();

  /* Whether assert statements are checked; an option of the program as a whole. */
  public native boolean desiredAssertionStatus();

  public boolean isEnum() {
    return getSuperclass() == (Class<?>) Enum.class;
  }

  public String getSimpleName() {
    if (isArray())
      return getComponentType().getSimpleName() + "[]";
    String name = getName();
    int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
    while (start < name.length() && name.charAt(start) >= '0' && name.charAt(start) <= '9')
      start++;
    return name.substring(start);
  }

  public String getTypeName() {
    return isArray() ? getComponentType().getTypeName() + "[]" : getName();
  }

  public String getPackageName() {
    if (isArray())
      return getComponentType().getPackageName();
    if (isPrimitive())
      return "java.lang";
    int dot = getName().lastIndexOf('.');
    return dot < 0 ? "" : getName().substring(0, dot);
  }

  @SuppressWarnings("unchecked")
  public T cast(Object object) {
    if (object != null && !isInstance(object))
      throw new ClassCastException("Cannot cast " + object.getClass().getName() + " to " + getName());
    return (T) object;
  }

  /* The constants of an enum in order, in an array of their own; null when this is no enum. */
  public native T[] getEnumConstants();

  @Override
  public String toString() {
    return (isInterface() ? "interface " : isPrimitive() ? "" : "class ") + getName();
  }
}
