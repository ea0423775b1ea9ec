/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A boolean as an object. */
package java.lang;

public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
  private static final long serialVersionUID = -3665804199014368530L;

  @SuppressWarnings("unchecked")
  public static final Class<Boolean> TYPE = (Class<Boolean>) (Class<?>) boolean[].class.getComponentType();

  public static final Boolean TRUE = new Boolean(true);
  public static final Boolean FALSE = new Boolean(false);

  private final boolean value;

  @Deprecated
  public Boolean(boolean value) {
    this.value = value;
  }

  @Deprecated
  public Boolean(String text) {
    this(parseBoolean(text));
  }

  /* Whether a system property is "true". */
  public static boolean getBoolean(String key) {
    return key != null && !key.isEmpty() && parseBoolean(System.getProperty(key));
  }

  public static Boolean valueOf(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static Boolean valueOf(String text) {
    return valueOf(parseBoolean(text));
  }

  public static boolean parseBoolean(String text) {
    return "true".equalsIgnoreCase(text);
  }

  public boolean booleanValue() {
    return value;
  }

  public static String toString(boolean value) {
    return value ? "true" : "false";
  }

  @Override
  public String toString() {
    return toString(value);
  }

  public static int hashCode(boolean value) {
    return value ? 1231 : 1237;
  }

  @Override
  public int hashCode() {
    return hashCode(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Boolean && ((Boolean) other).value == value;
  }

  public static int compare(boolean first, boolean second) {
    return first == second ? 0 : first ? 1 : -1;
  }

  @Override
  public int compareTo(Boolean other) {
    return compare(value, other.value);
  }

  public static boolean logicalAnd(boolean first, boolean second) {
    return first & second;
  }

  public static boolean logicalOr(boolean first, boolean second) {
    return first | second;
  }

  public static boolean logicalXor(boolean first, boolean second) {
    return first ^ second;
  }
}
