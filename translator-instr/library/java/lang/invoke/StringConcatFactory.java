/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What javac names as the maker of string concatenations. The translator spells them out as calls of StringBuilder, so
 * a call of these methods never comes to be. */
package java.lang.invoke;

public final class StringConcatFactory {
  private StringConcatFactory() {
  }

  public static CallSite makeConcat(MethodHandles.Lookup caller, String name, MethodType type) {
    throw new UnsupportedOperationException("concatenations are resolved by the translator");
  }

  public static CallSite makeConcatWithConstants(MethodHandles.Lookup caller, String name, MethodType type,
      String recipe, Object... constants) {
    throw new UnsupportedOperationException("concatenations are resolved by the translator");
  }
}
