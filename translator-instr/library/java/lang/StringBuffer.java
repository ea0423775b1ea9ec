/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text under construction that threads may share: a StringBuilder behind one lock. */
package java.lang;

public final class StringBuffer implements CharSequence, Appendable, Comparable<StringBuffer>, java.io.Serializable {
  private final StringBuilder text;

  public StringBuffer() {
    text = new StringBuilder();
  }

  public StringBuffer(int capacity) {
    text = new StringBuilder(capacity);
  }

  public StringBuffer(String start) {
    text = new StringBuilder(start);
  }

  public StringBuffer(CharSequence start) {
    text = new StringBuilder(start);
  }

  @Override
  public synchronized int length() {
    return text.length();
  }

  public synchronized int capacity() {
    return text.capacity();
  }

  public synchronized void ensureCapacity(int wanted) {
    text.ensureCapacity(wanted);
  }

  public synchronized void trimToSize() {
    text.trimToSize();
  }

  public synchronized void setLength(int now) {
    text.setLength(now);
  }

  @Override
  public synchronized char charAt(int index) {
    return text.charAt(index);
  }

  public synchronized void setCharAt(int index, char c) {
    text.setCharAt(index, c);
  }

  public synchronized int codePointAt(int index) {
    return text.codePointAt(index);
  }

  public synchronized int codePointBefore(int index) {
    return text.codePointBefore(index);
  }

  public synchronized int codePointCount(int begin, int end) {
    return text.codePointCount(begin, end);
  }

  public synchronized int offsetByCodePoints(int index, int codePoints) {
    return text.offsetByCodePoints(index, codePoints);
  }

  public synchronized void getChars(int start, int end, char[] to, int at) {
    text.getChars(start, end, to, at);
  }

  public synchronized StringBuffer append(Object part) {
    text.append(String.valueOf(part));
    return this;
  }

  public synchronized StringBuffer append(String part) {
    text.append(part);
    return this;
  }

  public synchronized StringBuffer append(StringBuffer part) {
    text.append(String.valueOf(part));
    return this;
  }

  @Override
  public synchronized StringBuffer append(CharSequence part) {
    text.append(part);
    return this;
  }

  @Override
  public synchronized StringBuffer append(CharSequence part, int start, int end) {
    text.append(part, start, end);
    return this;
  }

  public synchronized StringBuffer append(char[] part) {
    text.append(part);
    return this;
  }

  public synchronized StringBuffer append(char[] part, int offset, int count) {
    text.append(part, offset, count);
    return this;
  }

  public synchronized StringBuffer append(boolean value) {
    text.append(value);
    return this;
  }

  @Override
  public synchronized StringBuffer append(char c) {
    text.append(c);
    return this;
  }

  public synchronized StringBuffer append(int value) {
    text.append(value);
    return this;
  }

  public synchronized StringBuffer append(long value) {
    text.append(value);
    return this;
  }

  public synchronized StringBuffer append(float value) {
    text.append(value);
    return this;
  }

  public synchronized StringBuffer append(double value) {
    text.append(value);
    return this;
  }

  public synchronized StringBuffer appendCodePoint(int codePoint) {
    text.appendCodePoint(codePoint);
    return this;
  }

  public synchronized StringBuffer insert(int offset, String part) {
    text.insert(offset, part);
    return this;
  }

  public synchronized StringBuffer insert(int offset, Object part) {
    text.insert(offset, part);
    return this;
  }

  public synchronized StringBuffer insert(int offset, CharSequence part) {
    text.insert(offset, part);
    return this;
  }

  public synchronized StringBuffer insert(int offset, char[] part) {
    text.insert(offset, part);
    return this;
  }

  public synchronized StringBuffer insert(int offset, char[] part, int from, int count) {
    text.insert(offset, part, from, count);
    return this;
  }

  public synchronized StringBuffer insert(int offset, CharSequence part, int start, int end) {
    text.insert(offset, part, start, end);
    return this;
  }

  public synchronized StringBuffer insert(int offset, boolean value) {
    text.insert(offset, value);
    return this;
  }

  public synchronized StringBuffer insert(int offset, char c) {
    text.insert(offset, c);
    return this;
  }

  public synchronized StringBuffer insert(int offset, int value) {
    text.insert(offset, value);
    return this;
  }

  public synchronized StringBuffer insert(int offset, long value) {
    text.insert(offset, value);
    return this;
  }

  public synchronized StringBuffer insert(int offset, float value) {
    text.insert(offset, value);
    return this;
  }

  public synchronized StringBuffer insert(int offset, double value) {
    text.insert(offset, value);
    return this;
  }

  public synchronized StringBuffer delete(int start, int end) {
    text.delete(start, end);
    return this;
  }

  public synchronized StringBuffer deleteCharAt(int index) {
    text.deleteCharAt(index);
    return this;
  }

  public synchronized StringBuffer replace(int start, int end, String part) {
    text.replace(start, end, part);
    return this;
  }

  public synchronized StringBuffer reverse() {
    text.reverse();
    return this;
  }

  public synchronized int indexOf(String wanted) {
    return text.indexOf(wanted);
  }

  public synchronized int indexOf(String wanted, int from) {
    return text.indexOf(wanted, from);
  }

  public synchronized int lastIndexOf(String wanted) {
    return text.lastIndexOf(wanted);
  }

  public synchronized int lastIndexOf(String wanted, int from) {
    return text.lastIndexOf(wanted, from);
  }

  public synchronized String substring(int start) {
    return text.substring(start);
  }

  public synchronized String substring(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public synchronized CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public synchronized int compareTo(StringBuffer other) {
    return CharSequence.compare(text, other.toString());
  }

  @Override
  public synchronized String toString() {
    return text.toString();
  }
}
