/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What javac names as the maker of lambdas. The translator makes their classes itself, so a call of this method never
 * comes to be. */
package java.lang.invoke;

public final class LambdaMetafactory {
  private LambdaMetafactory() {
  }

  public static CallSite metafactory(MethodHandles.Lookup caller, String name, MethodType site, MethodType erased,
      MethodHandle implementation, MethodType actual) {
    throw new UnsupportedOperationException("lambdas are resolved by the translator");
  }

  public static CallSite altMetafactory(MethodHandles.Lookup caller, String name, MethodType site, Object... more) {
    throw new UnsupportedOperationException("lambdas are resolved by the translator");
  }
}
