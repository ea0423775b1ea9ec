/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Characters of arrays, several at a time. No array may be null. The natives have fast forms (contract/jx_chars.h), so
 * their class has nothing to initialise. */
package java.lang;

final class Chars {
  private Chars() {
  }

  /** Have both arrays the same length and the same characters? */
  static native boolean same(char[] a, char[] b);

  /** Do all characters of `b' stand in `a' from `at' on? False where these are not all inside of `a'. */
  static native boolean sameAt(char[] a, int at, char[] b);

  /** The hash code of the string of these characters. */
  static native int hash(char[] a);
}
