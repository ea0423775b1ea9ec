/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A char as an object, and what characters are. Classification and case know ASCII and Latin-1 (U+0000 to U+00FF)
 * exactly as the JDK does; a character beyond is neither letter nor digit here, and has no other case. */
package java.lang;

public final class Character implements java.io.Serializable, Comparable<Character> {
  @SuppressWarnings("unchecked")
  public static final Class<Character> TYPE = (Class<Character>) (Class<?>) char[].class.getComponentType();

  public static final int MIN_RADIX = 2;
  public static final int MAX_RADIX = 36;
  public static final char MIN_VALUE = 0;
  public static final char MAX_VALUE = 0xffff;
  public static final int SIZE = 16;
  public static final int BYTES = 2;
  public static final int MIN_CODE_POINT = 0;
  public static final int MAX_CODE_POINT = 0x10ffff;
  public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
  public static final char MIN_HIGH_SURROGATE = 0xd800;
  public static final char MAX_HIGH_SURROGATE = 0xdbff;
  public static final char MIN_LOW_SURROGATE = 0xdc00;
  public static final char MAX_LOW_SURROGATE = 0xdfff;
  public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
  public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;

  private static final Character[] CACHE = makeCache();

  private final char value;

  @Deprecated
  public Character(char value) {
    this.value = value;
  }

  private static Character[] makeCache() {
    Character[] cache = new Character[128];
    for (char c = 0; c < cache.length; c++)
      cache[c] = new Character(c);
    return cache;
  }

  public static Character valueOf(char value) {
    return value < 128 ? CACHE[value] : new Character(value);
  }

  public char charValue() {
    return value;
  }

  public static String toString(char c) {
    return String.valueOf(c);
  }

  public static String toString(int codePoint) {
    return new String(toChars(codePoint), true);
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }

  public static int hashCode(char value) {
    return value;
  }

  @Override
  public int hashCode() {
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Character && ((Character) other).value == value;
  }

  public static int compare(char first, char second) {
    return first - second;
  }

  @Override
  public int compareTo(Character other) {
    return value - other.value;
  }

  public static boolean isHighSurrogate(char c) {
    return c >= MIN_HIGH_SURROGATE && c <= MAX_HIGH_SURROGATE;
  }

  public static boolean isLowSurrogate(char c) {
    return c >= MIN_LOW_SURROGATE && c <= MAX_LOW_SURROGATE;
  }

  public static boolean isSurrogate(char c) {
    return c >= MIN_SURROGATE && c <= MAX_SURROGATE;
  }

  public static int toCodePoint(char high, char low) {
    return (high - MIN_HIGH_SURROGATE << 10) + (low - MIN_LOW_SURROGATE) + MIN_SUPPLEMENTARY_CODE_POINT;
  }

  public static boolean isValidCodePoint(int codePoint) {
    return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
  }

  public static boolean isBmpCodePoint(int codePoint) {
    return codePoint >>> 16 == 0;
  }

  public static int charCount(int codePoint) {
    return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
  }

  public static char[] toChars(int codePoint) {
    if (!isValidCodePoint(codePoint))
      throw new IllegalArgumentException("Not a valid Unicode code point: 0x"
          + Integer.toHexString(codePoint).toUpperCase());
    if (isBmpCodePoint(codePoint))
      return new char[] {(char) codePoint};
    int offset = codePoint - MIN_SUPPLEMENTARY_CODE_POINT;
    return new char[] {(char) (MIN_HIGH_SURROGATE + (offset >> 10)), (char) (MIN_LOW_SURROGATE + (offset & 0x3ff))};
  }

  public static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  public static boolean isDigit(char c) {
    return isDigit((int) c);
  }

  public static boolean isLowerCase(int c) {
    return c >= 'a' && c <= 'z' || c >= 0xdf && c <= 0xff && c != 0xf7 || c == 0xaa || c == 0xb5 || c == 0xba;
  }

  public static boolean isLowerCase(char c) {
    return isLowerCase((int) c);
  }

  public static boolean isUpperCase(int c) {
    return c >= 'A' && c <= 'Z' || c >= 0xc0 && c <= 0xde && c != 0xd7;
  }

  public static boolean isUpperCase(char c) {
    return isUpperCase((int) c);
  }

  public static boolean isLetter(int c) {
    return isLowerCase(c) || isUpperCase(c);
  }

  public static boolean isLetter(char c) {
    return isLetter((int) c);
  }

  public static boolean isAlphabetic(int c) {
    return isLetter(c);
  }

  public static boolean isLetterOrDigit(int c) {
    return isLetter(c) || isDigit(c);
  }

  public static boolean isLetterOrDigit(char c) {
    return isLetterOrDigit((int) c);
  }

  public static boolean isJavaIdentifierStart(char c) {
    return isLetter(c) || c == '_' || c == '$' || c >= 0xa2 && c <= 0xa5;
  }

  public static boolean isJavaIdentifierPart(char c) {
    return isJavaIdentifierStart(c) || isDigit(c) || isIdentifierIgnorable(c);
  }

  public static boolean isIdentifierIgnorable(char c) {
    return c <= 8 || c >= 0xe && c <= 0x1b || c >= 0x7f && c <= 0x9f || c == 0xad;
  }

  public static boolean isWhitespace(int c) {
    return c == ' ' || c >= 9 && c <= 13 || c >= 0x1c && c <= 0x1f;
  }

  public static boolean isWhitespace(char c) {
    return isWhitespace((int) c);
  }

  public static boolean isSpaceChar(char c) {
    return c == ' ' || c == 0xa0;
  }

  public static boolean isISOControl(char c) {
    return c <= 0x1f || c >= 0x7f && c <= 0x9f;
  }

  /* 0xb5 and 0xff have their capitals beyond Latin-1. */
  public static int toUpperCase(int c) {
    if (c == 0xb5)
      return 0x39c;
    if (c == 0xff)
      return 0x178;
    return isLowerCase(c) && c != 0xdf && c != 0xaa && c != 0xba ? c - 32 : c;
  }

  public static char toUpperCase(char c) {
    return (char) toUpperCase((int) c);
  }

  public static int toLowerCase(int c) {
    return isUpperCase(c) ? c + 32 : c;
  }

  public static char toLowerCase(char c) {
    return (char) toLowerCase((int) c);
  }

  public static int digit(int c, int radix) {
    int value = isDigit(c) ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : -1;
    return value < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? value : -1;
  }

  public static int digit(char c, int radix) {
    return digit((int) c, radix);
  }

  /* -2 for the fractions, which have a value that is no integer. */
  public static int getNumericValue(char c) {
    if (c >= 0xbc && c <= 0xbe)
      return -2;
    if (c == 0xb2 || c == 0xb3 || c == 0xb9)
      return c == 0xb9 ? 1 : c - 0xb0;
    return digit(c, MAX_RADIX);
  }

  public static char forDigit(int digit, int radix) {
    if (digit < 0 || digit >= radix || radix < MIN_RADIX || radix > MAX_RADIX)
      return 0;
    return (char) (digit < 10 ? '0' + digit : 'a' + digit - 10);
  }

  public static char reverseBytes(char c) {
    return (char) (c << 8 | c >> 8);
  }
}
