/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text under construction, in an array that doubles as it grows. For one thread at a time. */
package java.lang;

public final class StringBuilder implements CharSequence, Appendable, Comparable<StringBuilder>, java.io.Serializable {
  private static final int FIRST_CAPACITY = 16;

  private char[] text;
  private int length;

  public StringBuilder() {
    this(FIRST_CAPACITY);
  }

  public StringBuilder(int capacity) {
    text = new char[capacity];
  }

  public StringBuilder(String start) {
    this(start.length() + FIRST_CAPACITY);
    append(start);
  }

  public StringBuilder(CharSequence start) {
    this(start.toString());
  }

  public int capacity() {
    return text.length;
  }

  public void ensureCapacity(int wanted) {
    if (wanted > text.length)
      grow(wanted);
  }

  public void trimToSize() {
    if (length < text.length)
      resize(length);
  }

  private void grow(int wanted) {
    if (wanted < 0)
      throw new OutOfMemoryError("Required length exceeds implementation limit");
    int doubled = text.length < Integer.MAX_VALUE / 2 ? text.length * 2 + 2 : Integer.MAX_VALUE - 8;
    resize(Math.max(wanted, doubled));
  }

  private void resize(int capacity) {
    char[] larger = new char[capacity];
    System.arraycopy(text, 0, larger, 0, length);
    text = larger;
  }

  /* Makes room for `count` more and returns where they go. */
  private int extend(int count) {
    int at = length;
    if (at + count > text.length || at + count < 0)
      grow(at + count);
    length = at + count;
    return at;
  }

  @Override
  public int length() {
    return length;
  }

  public void setLength(int now) {
    if (now < 0)
      throw new StringIndexOutOfBoundsException(now);
    ensureCapacity(now);
    for (int i = length; i < now; i++)
      text[i] = 0;
    length = now;
  }

  private void checkIndex(int index) {
    if (index < 0 || index >= length)
      throw new StringIndexOutOfBoundsException("index " + index + ", length " + length);
  }

  private void checkOffset(int offset) {
    if (offset < 0 || offset > length)
      throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + length);
  }

  private static void checkRange(int start, int end, int length) {
    if (start < 0 || start > end || end > length)
      throw new StringIndexOutOfBoundsException("start " + start + ", end " + end + ", length " + length);
  }

  @Override
  public char charAt(int index) {
    checkIndex(index);
    return text[index];
  }

  public void setCharAt(int index, char c) {
    checkIndex(index);
    text[index] = c;
  }

  public int codePointAt(int index) {
    checkIndex(index);
    return toString().codePointAt(index);
  }

  public int codePointBefore(int index) {
    if (index < 1 || index > length)
      throw new StringIndexOutOfBoundsException("index " + index + ",length " + length);
    return Surrogates.codePointBefore(this, index);
  }

  public int codePointCount(int begin, int end) {
    return Surrogates.codePointCount(this, begin, end);
  }

  public int offsetByCodePoints(int index, int codePoints) {
    return Surrogates.offsetByCodePoints(this, index, codePoints);
  }

  public void getChars(int start, int end, char[] to, int at) {
    checkRange(start, end, length);
    System.arraycopy(text, start, to, at, end - start);
  }

  public StringBuilder append(String part) {
    char[] added = (part == null ? "null" : part).units();
    int at = extend(added.length);
    System.arraycopy(added, 0, text, at, added.length);
    return this;
  }

  public StringBuilder append(Object part) {
    return append(String.valueOf(part));
  }

  public StringBuilder append(StringBuffer part) {
    return append((CharSequence) part);
  }

  public StringBuilder append(StringBuilder part) {
    return append((CharSequence) part);
  }

  @Override
  public StringBuilder append(CharSequence part) {
    return append(String.valueOf(part));
  }

  @Override
  public StringBuilder append(CharSequence part, int start, int end) {
    CharSequence added = part == null ? "null" : part;
    if (start < 0 || start > end || end > added.length())
      throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + added.length());
    int at = extend(end - start);
    if (added instanceof String) {
      System.arraycopy(((String) added).units(), start, text, at, end - start);
      return this;
    }
    for (int i = start; i < end; i++)
      text[at++] = added.charAt(i);
    return this;
  }

  public StringBuilder append(char[] part) {
    return append(part, 0, part.length);
  }

  public StringBuilder append(char[] part, int offset, int count) {
    if (offset < 0 || count < 0 || offset > part.length - count)
      throw new IndexOutOfBoundsException("start " + offset + ", end " + (offset + count) + ", length " + part.length);
    int at = extend(count);
    System.arraycopy(part, offset, text, at, count);
    return this;
  }

  public StringBuilder append(boolean value) {
    return append(value ? "true" : "false");
  }

  @Override
  public StringBuilder append(char c) {
    int at = length;
    if (at == text.length)
      grow(at + 1);
    text[at] = c;
    length = at + 1;
    return this;
  }

  public StringBuilder append(int value) {
    extend(Digits.decimalLength(value));
    Digits.putDecimal(value, text, length);
    return this;
  }

  public StringBuilder append(long value) {
    extend(Digits.decimalLength(value));
    Digits.putDecimal(value, text, length);
    return this;
  }

  public StringBuilder append(float value) {
    return append(Float.toString(value));
  }

  public StringBuilder append(double value) {
    return append(Double.toString(value));
  }

  public StringBuilder appendCodePoint(int codePoint) {
    return Character.isBmpCodePoint(codePoint) ? append((char) codePoint) : append(Character.toChars(codePoint));
  }

  public StringBuilder insert(int offset, String part) {
    checkOffset(offset);
    String added = part == null ? "null" : part;
    int tail = length - offset;
    extend(added.length());
    System.arraycopy(text, offset, text, offset + added.length(), tail);
    added.getChars(0, added.length(), text, offset);
    return this;
  }

  public StringBuilder insert(int offset, Object part) {
    return insert(offset, String.valueOf(part));
  }

  public StringBuilder insert(int offset, CharSequence part) {
    return insert(offset, String.valueOf(part));
  }

  public StringBuilder insert(int offset, char[] part) {
    return insert(offset, String.valueOf(part));
  }

  public StringBuilder insert(int offset, char[] part, int from, int count) {
    checkOffset(offset);
    java.util.Objects.checkFromIndexSize(from, count, part.length);
    return insert(offset, new String(part, from, count));
  }

  public StringBuilder insert(int offset, CharSequence part, int start, int end) {
    checkOffset(offset);
    CharSequence added = part == null ? "null" : part;
    java.util.Objects.checkFromToIndex(start, end, added.length());
    return insert(offset, added.subSequence(start, end).toString());
  }

  public StringBuilder insert(int offset, boolean value) {
    return insert(offset, String.valueOf(value));
  }

  public StringBuilder insert(int offset, char c) {
    return insert(offset, String.valueOf(c));
  }

  public StringBuilder insert(int offset, int value) {
    return insert(offset, String.valueOf(value));
  }

  public StringBuilder insert(int offset, long value) {
    return insert(offset, String.valueOf(value));
  }

  public StringBuilder insert(int offset, float value) {
    return insert(offset, String.valueOf(value));
  }

  public StringBuilder insert(int offset, double value) {
    return insert(offset, String.valueOf(value));
  }

  public StringBuilder delete(int start, int end) {
    int stop = Math.min(end, length);
    checkRange(start, stop, length);
    System.arraycopy(text, stop, text, start, length - stop);
    length -= stop - start;
    return this;
  }

  public StringBuilder deleteCharAt(int index) {
    checkIndex(index);
    return delete(index, index + 1);
  }

  public StringBuilder replace(int start, int end, String part) {
    int stop = Math.min(end, length);
    checkRange(start, stop, length);
    return delete(start, stop).insert(start, part);
  }

  /* Surrogate pairs keep their order. */
  public StringBuilder reverse() {
    for (int i = 0, j = length - 1; i < j; i++, j--) {
      char c = text[i];
      text[i] = text[j];
      text[j] = c;
    }
    for (int i = 0; i + 1 < length; i++)
      if (Character.isLowSurrogate(text[i]) && Character.isHighSurrogate(text[i + 1])) {
        char low = text[i];
        text[i] = text[i + 1];
        text[++i] = low;
      }
    return this;
  }

  public int indexOf(String wanted) {
    return indexOf(wanted, 0);
  }

  public int indexOf(String wanted, int from) {
    return Strings.indexOf(text, length, wanted, from);
  }

  public int lastIndexOf(String wanted) {
    return lastIndexOf(wanted, length);
  }

  public int lastIndexOf(String wanted, int from) {
    return Strings.lastIndexOf(text, length, wanted, from);
  }

  public String substring(int start) {
    return substring(start, length);
  }

  public String substring(int start, int end) {
    checkRange(start, end, length);
    return new String(text, start, end - start);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return substring(start, end);
  }

  @Override
  public int compareTo(StringBuilder other) {
    return CharSequence.compare(this, other);
  }

  @Override
  public String toString() {
    return new String(text, 0, length);
  }
}
