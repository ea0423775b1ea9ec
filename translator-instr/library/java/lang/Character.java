/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A char as an object, and what characters are. Latin-1 (U+0000 to U+00FF) is decided here, in a few comparisons; what
 * is beyond asks CharacterTable, which knows Unicode as the JDK does. */
package java.lang;

public final class Character implements java.io.Serializable, Comparable<Character> {
  private static final long serialVersionUID = 3786198910865385080L;

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

  public static final byte UNASSIGNED = 0;
  public static final byte UPPERCASE_LETTER = 1;
  public static final byte LOWERCASE_LETTER = 2;
  public static final byte TITLECASE_LETTER = 3;
  public static final byte MODIFIER_LETTER = 4;
  public static final byte OTHER_LETTER = 5;
  public static final byte NON_SPACING_MARK = 6;
  public static final byte ENCLOSING_MARK = 7;
  public static final byte COMBINING_SPACING_MARK = 8;
  public static final byte DECIMAL_DIGIT_NUMBER = 9;
  public static final byte LETTER_NUMBER = 10;
  public static final byte OTHER_NUMBER = 11;
  public static final byte SPACE_SEPARATOR = 12;
  public static final byte LINE_SEPARATOR = 13;
  public static final byte PARAGRAPH_SEPARATOR = 14;
  public static final byte CONTROL = 15;
  public static final byte FORMAT = 16;
  public static final byte PRIVATE_USE = 18;
  public static final byte SURROGATE = 19;
  public static final byte DASH_PUNCTUATION = 20;
  public static final byte START_PUNCTUATION = 21;
  public static final byte END_PUNCTUATION = 22;
  public static final byte CONNECTOR_PUNCTUATION = 23;
  public static final byte OTHER_PUNCTUATION = 24;
  public static final byte MATH_SYMBOL = 25;
  public static final byte CURRENCY_SYMBOL = 26;
  public static final byte MODIFIER_SYMBOL = 27;
  public static final byte OTHER_SYMBOL = 28;
  public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
  public static final byte FINAL_QUOTE_PUNCTUATION = 30;

  private static final int LETTERS = 1 << UPPERCASE_LETTER | 1 << LOWERCASE_LETTER | 1 << TITLECASE_LETTER
      | 1 << MODIFIER_LETTER | 1 << OTHER_LETTER;
  private static final int NAME_STARTS = LETTERS | 1 << LETTER_NUMBER | 1 << CURRENCY_SYMBOL
      | 1 << CONNECTOR_PUNCTUATION;
  private static final int NAME_PARTS = NAME_STARTS | 1 << DECIMAL_DIGIT_NUMBER | 1 << NON_SPACING_MARK
      | 1 << COMBINING_SPACING_MARK;
  private static final int SPACES = 1 << SPACE_SEPARATOR | 1 << LINE_SEPARATOR | 1 << PARAGRAPH_SEPARATOR;

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

  public static boolean isSurrogatePair(char high, char low) {
    return isHighSurrogate(high) && isLowSurrogate(low);
  }

  public static char highSurrogate(int codePoint) {
    return (char) (MIN_HIGH_SURROGATE + (codePoint - MIN_SUPPLEMENTARY_CODE_POINT >> 10));
  }

  public static char lowSurrogate(int codePoint) {
    return (char) (MIN_LOW_SURROGATE + (codePoint & 0x3ff));
  }

  public static boolean isSupplementaryCodePoint(int codePoint) {
    return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
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
    return new char[] {highSurrogate(codePoint), lowSurrogate(codePoint)};
  }

  /* Puts the characters into `to` from `at` on; returns how many they are. */
  public static int toChars(int codePoint, char[] to, int at) {
    if (isBmpCodePoint(codePoint)) {
      to[at] = (char) codePoint;
      return 1;
    }
    if (!isValidCodePoint(codePoint))
      throw new IllegalArgumentException("Not a valid Unicode code point: 0x"
          + Integer.toHexString(codePoint).toUpperCase());
    to[at + 1] = lowSurrogate(codePoint);
    to[at] = highSurrogate(codePoint);
    return 2;
  }

  public static int codePointAt(CharSequence text, int index) {
    return Surrogates.codePointAt(text, index, text.length());
  }

  public static int codePointAt(char[] text, int index) {
    return codePointAt(text, index, text.length);
  }

  public static int codePointAt(char[] text, int index, int limit) {
    if (index >= limit || limit < 0 || limit > text.length)
      throw new IndexOutOfBoundsException();
    return index + 1 < limit && isSurrogatePair(text[index], text[index + 1])
        ? toCodePoint(text[index], text[index + 1]) : text[index];
  }

  public static int codePointBefore(CharSequence text, int index) {
    return Surrogates.codePointBefore(text, index);
  }

  public static int codePointBefore(char[] text, int index) {
    return codePointBefore(text, index, 0);
  }

  public static int codePointBefore(char[] text, int index, int start) {
    if (index <= start || start < 0 || start >= text.length)
      throw new IndexOutOfBoundsException();
    return index - 2 >= start && isSurrogatePair(text[index - 2], text[index - 1])
        ? toCodePoint(text[index - 2], text[index - 1]) : text[index - 1];
  }

  public static int codePointCount(CharSequence text, int begin, int end) {
    return Surrogates.codePointCount(text, begin, end);
  }

  public static int codePointCount(char[] text, int offset, int count) {
    java.util.Objects.checkFromIndexSize(offset, count, text.length);
    int pairs = 0;
    for (int i = offset; i + 1 < offset + count; i++)
      if (isSurrogatePair(text[i], text[i + 1])) {
        pairs++;
        i++;
      }
    return count - pairs;
  }

  public static int offsetByCodePoints(CharSequence text, int index, int codePoints) {
    return Surrogates.offsetByCodePoints(text, index, codePoints);
  }

  public static int offsetByCodePoints(char[] text, int start, int count, int index, int codePoints) {
    if (start < 0 || count > text.length - start || count < 0 || index < start || index > start + count)
      throw new IndexOutOfBoundsException();
    CharSequence part = java.nio.CharBuffer.wrap(text, start, count).slice();
    return start + Surrogates.offsetByCodePoints(part, index - start, codePoints);
  }

  public static int getType(int c) {
    return CharacterTable.type(c);
  }

  public static int getType(char c) {
    return getType((int) c);
  }

  private static boolean isOneOf(int types, int c) {
    return (types >>> CharacterTable.type(c) & 1) != 0;
  }

  public static boolean isDefined(int c) {
    return getType(c) != UNASSIGNED;
  }

  public static boolean isDefined(char c) {
    return isDefined((int) c);
  }

  public static boolean isDigit(int c) {
    return c < 256 ? c >= '0' && c <= '9' : getType(c) == DECIMAL_DIGIT_NUMBER;
  }

  public static boolean isDigit(char c) {
    return isDigit((int) c);
  }

  private static boolean isLatinLower(int c) {
    return c >= 'a' && c <= 'z' || c >= 0xdf && c <= 0xff && c != 0xf7 || c == 0xaa || c == 0xb5 || c == 0xba;
  }

  private static boolean isLatinUpper(int c) {
    return c >= 'A' && c <= 'Z' || c >= 0xc0 && c <= 0xde && c != 0xd7;
  }

  public static boolean isLowerCase(int c) {
    return c < 256 ? isLatinLower(c) : CharacterTable.isLower(c);
  }

  public static boolean isLowerCase(char c) {
    return isLowerCase((int) c);
  }

  public static boolean isUpperCase(int c) {
    return c < 256 ? isLatinUpper(c) : CharacterTable.isUpper(c);
  }

  public static boolean isUpperCase(char c) {
    return isUpperCase((int) c);
  }

  public static boolean isTitleCase(int c) {
    return getType(c) == TITLECASE_LETTER;
  }

  public static boolean isTitleCase(char c) {
    return isTitleCase((int) c);
  }

  public static boolean isLetter(int c) {
    return c < 256 ? isLatinLower(c) || isLatinUpper(c) : isOneOf(LETTERS, c);
  }

  public static boolean isLetter(char c) {
    return isLetter((int) c);
  }

  public static boolean isAlphabetic(int c) {
    return c < 256 ? isLetter(c) : CharacterTable.isAlphabetic(c);
  }

  public static boolean isLetterOrDigit(int c) {
    return isLetter(c) || isDigit(c);
  }

  public static boolean isLetterOrDigit(char c) {
    return isLetterOrDigit((int) c);
  }

  public static boolean isJavaIdentifierStart(int c) {
    return c < 128 ? isLetter(c) || c == '_' || c == '$' : isOneOf(NAME_STARTS, c);
  }

  public static boolean isJavaIdentifierStart(char c) {
    return isJavaIdentifierStart((int) c);
  }

  public static boolean isJavaIdentifierPart(int c) {
    return isJavaIdentifierStart(c) || isIdentifierIgnorable(c) || isOneOf(NAME_PARTS, c);
  }

  public static boolean isJavaIdentifierPart(char c) {
    return isJavaIdentifierPart((int) c);
  }

  public static boolean isIdentifierIgnorable(int c) {
    return c >= 0 && c <= 8 || c >= 0xe && c <= 0x1b || c >= 0x7f && c <= 0x9f || getType(c) == FORMAT;
  }

  public static boolean isIdentifierIgnorable(char c) {
    return isIdentifierIgnorable((int) c);
  }

  /* Of the blanks beyond ASCII, those that may break a line. */
  public static boolean isWhitespace(int c) {
    if (c < 256)
      return c == ' ' || c >= 9 && c <= 13 || c >= 0x1c && c <= 0x1f;
    return isOneOf(SPACES, c) && c != 0x2007 && c != 0x202f;
  }

  public static boolean isWhitespace(char c) {
    return isWhitespace((int) c);
  }

  public static boolean isSpaceChar(int c) {
    return c < 256 ? c == ' ' || c == 0xa0 : isOneOf(SPACES, c);
  }

  public static boolean isSpaceChar(char c) {
    return isSpaceChar((int) c);
  }

  public static boolean isISOControl(int c) {
    return c >= 0 && c <= 0x1f || c >= 0x7f && c <= 0x9f;
  }

  public static boolean isISOControl(char c) {
    return isISOControl((int) c);
  }

  /* 0xb5 and 0xff have their capitals beyond Latin-1. */
  public static int toUpperCase(int c) {
    if (c >= 256)
      return CharacterTable.toUpper(c);
    if (c == 0xb5)
      return 0x39c;
    if (c == 0xff)
      return 0x178;
    return isLatinLower(c) && c != 0xdf && c != 0xaa && c != 0xba ? c - 32 : c;
  }

  public static char toUpperCase(char c) {
    return (char) toUpperCase((int) c);
  }

  public static int toLowerCase(int c) {
    if (c >= 256)
      return CharacterTable.toLower(c);
    return isLatinUpper(c) ? c + 32 : c;
  }

  public static char toLowerCase(char c) {
    return (char) toLowerCase((int) c);
  }

  public static int digit(int c, int radix) {
    int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10
        : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : c < 256 ? -1 : CharacterTable.digit(c);
    return value < radix && radix >= MIN_RADIX && radix <= MAX_RADIX ? value : -1;
  }

  public static int digit(char c, int radix) {
    return digit((int) c, radix);
  }

  /* -2 for the fractions, which have a value that is no integer. Beyond Latin-1 only digits have one here. */
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
