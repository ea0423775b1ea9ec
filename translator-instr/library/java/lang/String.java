/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text that never changes. UTF-16 throughout: one representation keeps every loop free of a case distinction, and
 * string constants are laid out by the translator in exactly this shape (value, then hash; jx.h, struct
 * jx_string). Operations that search and split are in Strings. */
package java.lang;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Comparator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import jx.text.Utf8Decoding;
import jx.text.Utf8Encoding;

public final class String implements CharSequence, Comparable<String>, java.io.Serializable {
  public static final Comparator<String> CASE_INSENSITIVE_ORDER =
      (first, second) -> first.compareToIgnoreCase(second);

  private final char[] value;
  private int hash;

  public String() {
    value = "".value;
  }

  public String(String original) {
    value = original.value;
    hash = original.hash;
  }

  public String(char[] text) {
    value = text.clone();
  }

  /* Takes the array over; the caller gives it up. */
  String(char[] text, boolean shared) {
    value = text;
  }

  public String(char[] text, int offset, int count) {
    checkPart(offset, count, text.length);
    value = new char[count];
    System.arraycopy(text, offset, value, 0, count);
  }

  public String(int[] codePoints, int offset, int count) {
    checkPart(offset, count, codePoints.length);
    StringBuilder text = new StringBuilder(count);
    for (int i = offset; i < offset + count; i++) {
      if (!Character.isValidCodePoint(codePoints[i]))
        throw new IllegalArgumentException(Integer.toString(codePoints[i]));
      text.appendCodePoint(codePoints[i]);
    }
    value = text.toString().value;
  }

  public String(byte[] utf8) {
    this(utf8, 0, utf8.length);
  }

  public String(byte[] utf8, int offset, int count) {
    checkPart(offset, count, utf8.length);
    value = Utf8Decoding.decodeAll(utf8, offset, count);
  }

  public String(byte[] bytes, Charset charset) {
    this(bytes, 0, bytes.length, charset);
  }

  public String(byte[] bytes, int offset, int count, Charset charset) {
    checkPart(offset, count, bytes.length);
    value = charset.decoding().decode(bytes, offset, count, true);
  }

  public String(byte[] bytes, String charset) throws UnsupportedEncodingException {
    this(bytes, 0, bytes.length, supported(charset));
  }

  public String(byte[] bytes, int offset, int count, String charset) throws UnsupportedEncodingException {
    this(bytes, offset, count, supported(charset));
  }

  /* Each byte is the low half of a character, `high` the other half. */
  @Deprecated
  public String(byte[] ascii, int high, int offset, int count) {
    checkPart(offset, count, ascii.length);
    value = new char[count];
    for (int i = 0; i < count; i++)
      value[i] = (char) (high << 8 | ascii[offset + i] & 0xff);
  }

  @Deprecated
  public String(byte[] ascii, int high) {
    this(ascii, high, 0, ascii.length);
  }

  public String(StringBuffer text) {
    value = text.toString().value;
  }

  public String(StringBuilder text) {
    value = text.toString().value;
  }

  private static void checkPart(int offset, int count, int length) {
    if (offset < 0 || count < 0 || offset > length - count)
      throw new StringIndexOutOfBoundsException("offset " + offset + ", count " + count + ", length " + length);
  }

  static void checkRange(int begin, int end, int length) {
    if (begin < 0 || begin > end || end > length)
      throw new StringIndexOutOfBoundsException("begin " + begin + ", end " + end + ", length " + length);
  }

  @Override
  public IntStream codePoints() {
    return StreamSupport.intStream(new Spliterators.AbstractIntSpliterator(length(), Spliterator.ORDERED) {
      private int at;

      @Override
      public boolean tryAdvance(IntConsumer action) {
        if (at >= length())
          return false;
        int codePoint = codePointAt(at);
        at += Character.charCount(codePoint);
        action.accept(codePoint);
        return true;
      }
    }, false);
  }

  /* The lines without their ends, which are \n, \r or \r\n. */
  public Stream<String> lines() {
    return StreamSupport.stream(new Spliterators.AbstractSpliterator<>(length(), Spliterator.ORDERED
        | Spliterator.NONNULL) {
      private int at;

      @Override
      public boolean tryAdvance(Consumer<? super String> action) {
        if (at >= length())
          return false;
        int end = at;
        while (end < length() && charAt(end) != '\n' && charAt(end) != '\r')
          end++;
        String line = substring(at, end);
        at = end + (startsWith("\r\n", end) ? 2 : 1);
        action.accept(line);
        return true;
      }
    }, false);
  }

  /* For the classes of this package that read much text: the characters themselves, not to be changed. */
  char[] units() {
    return value;
  }

  @Override
  public int length() {
    return value.length;
  }

  @Override
  public boolean isEmpty() {
    return value.length == 0;
  }

  @Override
  public char charAt(int index) {
    if (index < 0 || index >= value.length)
      throw new StringIndexOutOfBoundsException(index);
    return value[index];
  }

  public int codePointAt(int index) {
    if (index < 0 || index >= value.length)
      throw new StringIndexOutOfBoundsException("index " + index + ", length " + value.length);
    char c = value[index];
    if (Character.isHighSurrogate(c) && index + 1 < value.length && Character.isLowSurrogate(value[index + 1]))
      return Character.toCodePoint(c, value[index + 1]);
    return c;
  }

  public int codePointBefore(int index) {
    if (index < 1 || index > value.length)
      throw new StringIndexOutOfBoundsException("Index " + index + " out of bounds for length " + value.length);
    return Surrogates.codePointBefore(this, index);
  }

  public int offsetByCodePoints(int index, int codePoints) {
    return Surrogates.offsetByCodePoints(this, index, codePoints);
  }

  public int codePointCount(int begin, int end) {
    return Surrogates.codePointCount(this, begin, end);
  }

  public void getChars(int begin, int end, char[] to, int at) {
    checkRange(begin, end, value.length);
    checkPart(at, end - begin, to.length);
    System.arraycopy(value, begin, to, at, end - begin);
  }

  public char[] toCharArray() {
    return value.clone();
  }

  public byte[] getBytes() {
    return Utf8Encoding.encodeAll(value, 0, value.length);
  }

  public byte[] getBytes(Charset charset) {
    return charset.encoding().encode(value, 0, value.length);
  }

  public byte[] getBytes(String charset) throws UnsupportedEncodingException {
    return getBytes(supported(charset));
  }

  /* The low half of each character. */
  @Deprecated
  public void getBytes(int begin, int end, byte[] to, int at) {
    checkRange(begin, end, value.length);
    java.util.Objects.checkFromIndexSize(at, end - begin, to.length);
    for (int i = begin; i < end; i++)
      to[at + i - begin] = (byte) value[i];
  }

  private static Charset supported(String charset) throws UnsupportedEncodingException {
    try {
      return Charset.forName(java.util.Objects.requireNonNull(charset));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnsupportedEncodingException(charset);
    }
  }

  @Override
  public boolean equals(Object other) {
    return this == other || other instanceof String && Chars.same(value, ((String) other).value);
  }

  public boolean contentEquals(StringBuffer other) {
    return contentEquals((CharSequence) other);
  }

  public boolean contentEquals(CharSequence other) {
    return length() == other.length() && CharSequence.compare(this, other) == 0;
  }

  @Override
  public int hashCode() {
    int result = hash;
    if (result == 0) {
      result = Chars.hash(value);
      hash = result;
    }
    return result;
  }

  @Override
  public int compareTo(String other) {
    char[] own = value;
    char[] their = other.value;
    int common = Math.min(own.length, their.length);
    for (int i = 0; i < common; i++)
      if (own[i] != their[i])
        return own[i] - their[i];
    return own.length - their.length;
  }

  private static char fold(char c) {
    return Character.toLowerCase(Character.toUpperCase(c));
  }

  /* Of two characters without their case; low surrogates bring the whole characters to be compared. */
  private static int foldedDifference(char[] a, int at, char[] b, int bAt) {
    if (a[at] == b[bAt])
      return 0;
    boolean pairs = at > 0 && bAt > 0 && Character.isLowSurrogate(a[at]) && Character.isLowSurrogate(b[bAt])
        && Character.isHighSurrogate(a[at - 1]) && Character.isHighSurrogate(b[bAt - 1]);
    if (!pairs)
      return fold(a[at]) - fold(b[bAt]);
    int first = Character.toCodePoint(a[at - 1], a[at]);
    int second = Character.toCodePoint(b[bAt - 1], b[bAt]);
    return Character.toLowerCase(Character.toUpperCase(first)) - Character.toLowerCase(Character.toUpperCase(second));
  }

  public int compareToIgnoreCase(String other) {
    int common = Math.min(value.length, other.value.length);
    for (int i = 0; i < common; i++) {
      int difference = foldedDifference(value, i, other.value, i);
      if (difference != 0)
        return difference;
    }
    return value.length - other.value.length;
  }

  public boolean equalsIgnoreCase(String other) {
    return other != null && other.value.length == value.length && compareToIgnoreCase(other) == 0;
  }

  public boolean regionMatches(int at, String other, int otherAt, int length) {
    return regionMatches(false, at, other, otherAt, length);
  }

  public boolean regionMatches(boolean ignoreCase, int at, String other, int otherAt, int length) {
    if (at < 0 || otherAt < 0 || at > (long) value.length - length || otherAt > (long) other.value.length - length)
      return false;
    for (int i = 0; i < length; i++) {
      boolean same = value[at + i] == other.value[otherAt + i]
          || ignoreCase && foldedDifference(value, at + i, other.value, otherAt + i) == 0;
      if (!same)
        return false;
    }
    return true;
  }

  public boolean startsWith(String prefix, int at) {
    return Chars.sameAt(value, at, prefix.value);
  }

  public boolean startsWith(String prefix) {
    return startsWith(prefix, 0);
  }

  public boolean endsWith(String suffix) {
    return startsWith(suffix, value.length - suffix.value.length);
  }

  public int indexOf(int c) {
    return indexOf(c, 0);
  }

  public int indexOf(int c, int from) {
    if (c >= Character.MIN_SUPPLEMENTARY_CODE_POINT)
      return Character.isValidCodePoint(c) ? indexOf(Character.toString(c), from) : -1;
    for (int i = Math.max(from, 0); i < value.length; i++)
      if (value[i] == c)
        return i;
    return -1;
  }

  public int lastIndexOf(int c) {
    return lastIndexOf(c, value.length - 1);
  }

  public int lastIndexOf(int c, int from) {
    for (int i = Math.min(from, value.length - 1); i >= 0; i--)
      if (value[i] == c)
        return i;
    return -1;
  }

  public int indexOf(String text) {
    return indexOf(text, 0);
  }

  public int indexOf(String text, int from) {
    return Strings.indexOf(value, value.length, text, from);
  }

  public int lastIndexOf(String text) {
    return lastIndexOf(text, value.length);
  }

  public int lastIndexOf(String text, int from) {
    return Strings.lastIndexOf(value, value.length, text, from);
  }

  public boolean contains(CharSequence text) {
    return indexOf(text.toString()) >= 0;
  }

  public String substring(int begin) {
    return substring(begin, value.length);
  }

  public String substring(int begin, int end) {
    checkRange(begin, end, value.length);
    return begin == 0 && end == value.length ? this : new String(value, begin, end - begin);
  }

  @Override
  public CharSequence subSequence(int begin, int end) {
    return substring(begin, end);
  }

  public String concat(String other) {
    if (other.isEmpty())
      return this;
    char[] both = new char[value.length + other.value.length];
    System.arraycopy(value, 0, both, 0, value.length);
    System.arraycopy(other.value, 0, both, value.length, other.value.length);
    return new String(both, true);
  }

  public String replace(char old, char now) {
    if (old == now || indexOf(old) < 0)
      return this;
    char[] text = value.clone();
    for (int i = 0; i < text.length; i++)
      if (text[i] == old)
        text[i] = now;
    return new String(text, true);
  }

  public String replace(CharSequence old, CharSequence now) {
    return Strings.replace(this, old.toString(), now.toString());
  }

  public String toLowerCase(java.util.Locale locale) {
    return toLowerCase();
  }

  public String toLowerCase() {
    char[] text = value.clone();
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if (c == Strings.DOTTED_CAPITAL_I || c == Strings.CAPITAL_SIGMA || Character.isHighSurrogate(c))
        return Strings.toLowerCase(this);
      text[i] = Character.toLowerCase(c);
    }
    return new String(text, true);
  }

  public String toUpperCase(java.util.Locale locale) {
    return toUpperCase();
  }

  /* Beyond ASCII a character may have several capitals. */
  public String toUpperCase() {
    char[] text = value.clone();
    for (int i = 0; i < text.length; i++) {
      char c = text[i];
      if (c >= 0x80)
        return Strings.toUpperCase(this);
      text[i] = Character.toUpperCase(c);
    }
    return new String(text, true);
  }

  public String trim() {
    int end = value.length;
    int begin = 0;
    while (begin < end && value[begin] <= ' ')
      begin++;
    while (begin < end && value[end - 1] <= ' ')
      end--;
    return substring(begin, end);
  }

  public String strip() {
    return stripLeading().stripTrailing();
  }

  public String stripLeading() {
    int begin = 0;
    while (begin < value.length && Character.isWhitespace(value[begin]))
      begin++;
    return substring(begin);
  }

  public String stripTrailing() {
    int end = value.length;
    while (end > 0 && Character.isWhitespace(value[end - 1]))
      end--;
    return substring(0, end);
  }

  public boolean isBlank() {
    return stripLeading().isEmpty();
  }

  /* Each line with `count` more blanks before it, or so many fewer, and ended by \n. */
  public String indent(int count) {
    if (isEmpty())
      return "";
    StringBuilder text = new StringBuilder();
    for (String line : replace("\r\n", "\n").replace('\r', '\n').replaceFirst("\n\\z", "").split("\n", -1)) {
      int drop = 0;
      while (drop < -count && drop < line.length() && Character.isWhitespace(line.charAt(drop)))
        drop++;
      text.append(" ".repeat(Math.max(count, 0))).append(line, drop, line.length()).append('\n');
    }
    return text.toString();
  }

  public String repeat(int count) {
    if (count < 0)
      throw new IllegalArgumentException("count is negative: " + count);
    if ((long) count * value.length > Integer.MAX_VALUE)
      throw new OutOfMemoryError("Required length exceeds implementation limit");
    char[] text = new char[count * value.length];
    for (int i = 0; i < count; i++)
      System.arraycopy(value, 0, text, i * value.length, value.length);
    return new String(text, true);
  }

  public <R> R transform(java.util.function.Function<? super String, ? extends R> function) {
    return function.apply(this);
  }

  /* What the compiler does to a text block: without the blanks that all lines begin with, and those at their ends. */
  public String stripIndent() {
    return Strings.stripIndent(this);
  }

  /* With each escape sequence of the language replaced by the character that it means. */
  public String translateEscapes() {
    return Strings.translateEscapes(this);
  }

  public boolean matches(String pattern) {
    return java.util.regex.Pattern.matches(pattern, this);
  }

  public String replaceAll(String pattern, String replacement) {
    return Strings.pattern(pattern).matcher(this).replaceAll(replacement);
  }

  public String replaceFirst(String pattern, String replacement) {
    return Strings.pattern(pattern).matcher(this).replaceFirst(replacement);
  }

  public String[] split(String separator) {
    return Strings.split(this, separator, 0);
  }

  public String[] split(String separator, int limit) {
    return Strings.split(this, separator, limit);
  }

  public static String join(CharSequence separator, CharSequence... parts) {
    return Strings.join(separator, java.util.Arrays.asList(parts));
  }

  public static String join(CharSequence separator, Iterable<? extends CharSequence> parts) {
    return Strings.join(separator, parts);
  }

  public static String format(String format, Object... arguments) {
    return new java.util.Formatter().format(format, arguments).toString();
  }

  public static String format(java.util.Locale locale, String format, Object... arguments) {
    return format(format, arguments);
  }

  public String formatted(Object... arguments) {
    return format(this, arguments);
  }

  public native String intern();

  @Override
  public String toString() {
    return this;
  }

  public static String valueOf(Object object) {
    return object == null ? "null" : object.toString();
  }

  public static String valueOf(char[] text) {
    return new String(text);
  }

  public static String valueOf(char[] text, int offset, int count) {
    return new String(text, offset, count);
  }

  public static String copyValueOf(char[] text) {
    return new String(text);
  }

  public static String copyValueOf(char[] text, int offset, int count) {
    return new String(text, offset, count);
  }

  public static String valueOf(boolean value) {
    return value ? "true" : "false";
  }

  public static String valueOf(char c) {
    return new String(new char[] {c}, true);
  }

  public static String valueOf(int value) {
    return Integer.toString(value);
  }

  public static String valueOf(long value) {
    return Long.toString(value);
  }

  public static String valueOf(float value) {
    return Float.toString(value);
  }

  public static String valueOf(double value) {
    return Double.toString(value);
  }
}
