/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What javac names as the maker of a record's toString(), hashCode() and equals(). The translator makes them itself, so
 * a call of this method never comes to be. */
package java.lang.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.TypeDescriptor;

public final class ObjectMethods {
  private ObjectMethods() {
  }

  public static Object bootstrap(MethodHandles.Lookup caller, String name, TypeDescriptor type, Class<?> record,
      String names, MethodHandle... getters) {
    throw new UnsupportedOperationException("records are resolved by the translator");
  }
}
