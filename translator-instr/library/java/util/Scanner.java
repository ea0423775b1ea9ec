/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tokens, numbers and lines out of a text or a stream of UTF-8. Between tokens is white space, or what a pattern
 * matches. What does not fit stays where it is. */
package java.util;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public final class Scanner implements Iterator<String>, Closeable {
  private static final int FIRST_CAPACITY = 1024;

  private final Reader in;
  /* Null for white space. */
  private Pattern delimiter;
  private char[] buffer = new char[FIRST_CAPACITY];
  private int at;
  private int end;
  private boolean atEnd;
  private boolean closed;
  private IOException trouble;
  /* The token that was found last. */
  private int tokenStart;
  private int tokenEnd;

  public Scanner(Reader source) {
    in = Objects.requireNonNull(source, "source");
  }

  public Scanner(InputStream source) {
    this(new InputStreamReader(Objects.requireNonNull(source, "source")));
  }

  public Scanner(InputStream source, String charset) {
    this(new InputStreamReader(source, java.nio.charset.Charset.forName(charset)));
  }

  public Scanner(InputStream source, java.nio.charset.Charset charset) {
    this(new InputStreamReader(Objects.requireNonNull(source, "source"), charset));
  }

  public Scanner(String source) {
    this(new StringReader(source));
  }

  private void checkOpen() {
    if (closed)
      throw new IllegalStateException("Scanner closed");
  }

  /* Reads more behind `end`; false when there is no more. */
  private boolean fill() {
    if (atEnd)
      return false;
    if (at > buffer.length / 2) {
      System.arraycopy(buffer, at, buffer, 0, end - at);
      tokenStart -= at;
      tokenEnd -= at;
      end -= at;
      at = 0;
    }
    if (end == buffer.length)
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    try {
      int got = in.read(buffer, end, buffer.length - end);
      atEnd = got < 0;
      end += Math.max(got, 0);
    } catch (IOException e) {
      trouble = e;
      atEnd = true;
    }
    return !atEnd;
  }

  /* Whether there is a character `offset` behind the place where we are. */
  private boolean has(int offset) {
    while (at + offset >= end)
      if (!fill())
        return false;
    return true;
  }

  private static final class WhiteSpace {
    static final Pattern PATTERN = Pattern.compile("\\p{javaWhitespace}+");
  }

  public Pattern delimiter() {
    return delimiter == null ? WhiteSpace.PATTERN : delimiter;
  }

  /* Whether the whole of the next token matches. */
  public boolean hasNext(Pattern pattern) {
    Objects.requireNonNull(pattern);
    return find() && pattern.matcher(token()).matches();
  }

  public boolean hasNext(String pattern) {
    return hasNext(Pattern.compile(pattern));
  }

  public String next(Pattern pattern) {
    String token = require();
    if (!pattern.matcher(token).matches())
      throw new InputMismatchException();
    at = tokenEnd;
    return token;
  }

  public String next(String pattern) {
    return next(Pattern.compile(pattern));
  }

  /* The first match in what is left of the line, which is passed; null, and nothing is passed, where there is none. */
  public String findInLine(Pattern pattern) {
    Objects.requireNonNull(pattern);
    checkOpen();
    int length = 0;
    while (has(length) && !endsLine(buffer[at + length]))
      length++;
    Matcher matcher = pattern.matcher(new String(buffer, at, length));
    if (!matcher.find())
      return null;
    at += matcher.end();
    return matcher.group();
  }

  public String findInLine(String pattern) {
    return findInLine(Pattern.compile(pattern));
  }

  /* Passes what matches here. */
  public Scanner skip(Pattern pattern) {
    checkOpen();
    for (;;) {
      Matcher matcher = pattern.matcher(new String(buffer, at, end - at));
      boolean found = matcher.lookingAt();
      if ((!found || matcher.end() == end - at) && fill())
        continue;
      if (!found)
        throw new NoSuchElementException();
      at += matcher.end();
      return this;
    }
  }

  public Scanner skip(String pattern) {
    return skip(Pattern.compile(pattern));
  }

  public Scanner useLocale(Locale locale) {
    Objects.requireNonNull(locale);
    return this;
  }

  public Scanner useDelimiter(String pattern) {
    return useDelimiter(Pattern.compile(pattern));
  }

  public Scanner useDelimiter(Pattern pattern) {
    delimiter = Objects.requireNonNull(pattern);
    return this;
  }

  /* As find(), between matches of the delimiter: one before the token is passed over. What a match at the end of the
   * buffer would be with more text is not known before there is more. */
  private boolean findDelimited() {
    for (;;) {
      Matcher matcher = delimiter.matcher(new String(buffer, at, end - at));
      int start = matcher.lookingAt() ? matcher.end() : 0;
      matcher.region(start, end - at);
      boolean found = matcher.find();
      if (found && matcher.end() == start)
        found = matcher.find();
      boolean certain = start < end - at && found && matcher.end() < end - at;
      if (!certain && fill())
        continue;
      tokenStart = at + start;
      tokenEnd = found ? at + matcher.start() : end;
      return tokenStart < end;
    }
  }

  /* Finds the next token and leaves `at` before what separates it. */
  private boolean find() {
    checkOpen();
    if (delimiter != null)
      return findDelimited();
    int start = 0;
    while (has(start) && Character.isWhitespace(buffer[at + start]))
      start++;
    if (!has(start))
      return false;
    int stop = start;
    while (has(stop) && !Character.isWhitespace(buffer[at + stop]))
      stop++;
    tokenStart = at + start;
    tokenEnd = at + stop;
    return true;
  }

  private String token() {
    return new String(buffer, tokenStart, tokenEnd - tokenStart);
  }

  private String require() {
    if (!find())
      throw new NoSuchElementException();
    return token();
  }

  @Override
  public boolean hasNext() {
    return find();
  }

  @Override
  public String next() {
    String token = require();
    at = tokenEnd;
    return token;
  }

  public boolean hasNextLine() {
    checkOpen();
    return has(0);
  }

  private static boolean endsLine(char c) {
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
  }

  /* What is left of the line, without its end. */
  public String nextLine() {
    if (!hasNextLine())
      throw new NoSuchElementException("No line found");
    int length = 0;
    while (has(length) && !endsLine(buffer[at + length]))
      length++;
    String line = new String(buffer, at, length);
    if (has(length)) {
      boolean two = buffer[at + length] == '\r' && has(length + 1) && buffer[at + length + 1] == '\n';
      length += two ? 2 : 1;
    }
    at += length;
    return line;
  }

  private static int digits(String text, int from, int radix) {
    while (from < text.length() && Character.digit(text.charAt(from), radix) >= 0)
      from++;
    return from;
  }

  /* Where the integer that begins at `from` ends; thousands may be set off by commas. */
  private static int integerEnd(String text, int from, int radix) {
    int stop = digits(text, from, radix);
    if (stop == from || stop - from > 3 || text.charAt(from) == '0')
      return stop;
    while (stop < text.length() && text.charAt(stop) == ',' && digits(text, stop + 1, radix) == stop + 4)
      stop += 4;
    return stop;
  }

  private static int afterSign(String text) {
    return text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  }

  /* `text` as the parsers take it, or null when it is no integer. */
  private static String integer(String text, int radix) {
    int start = afterSign(text);
    int stop = integerEnd(text, start, radix);
    return stop == start || stop < text.length() ? null : text.replace(",", "");
  }

  private static String decimal(String text) {
    int start = afterSign(text);
    String size = text.substring(start);
    if (size.equals("NaN") || size.equals("Infinity") || size.equals("\u221e"))
      return text.replace("\u221e", "Infinity");
    int at = integerEnd(text, start, 10);
    int count = at - start;
    if (at < text.length() && text.charAt(at) == '.') {
      int fraction = digits(text, at + 1, 10);
      count += fraction - at - 1;
      at = fraction;
    }
    if (count > 0 && at < text.length() && (text.charAt(at) | 0x20) == 'e') {
      int power = at + 1 + afterSign(text.substring(at + 1));
      int stop = digits(text, power, 10);
      at = stop > power ? stop : at;
    }
    return count == 0 || at < text.length() ? null : text.replace(",", "");
  }

  private interface Parser<T> {
    T parse(String text);
  }

  private <T> T number(String text, Parser<T> parser) {
    if (text == null)
      throw new InputMismatchException();
    try {
      T number = parser.parse(text);
      at = tokenEnd;
      return number;
    } catch (NumberFormatException e) {
      throw new InputMismatchException(e.getMessage());
    }
  }

  private boolean fits(String text, Parser<?> parser) {
    if (text == null)
      return false;
    try {
      parser.parse(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  public int nextInt() {
    return nextInt(10);
  }

  public int nextInt(int radix) {
    return number(integer(require(), radix), text -> Integer.parseInt(text, radix));
  }

  public boolean hasNextInt() {
    return find() && fits(integer(token(), 10), Integer::parseInt);
  }

  public long nextLong() {
    return nextLong(10);
  }

  public long nextLong(int radix) {
    return number(integer(require(), radix), text -> Long.parseLong(text, radix));
  }

  public boolean hasNextLong() {
    return find() && fits(integer(token(), 10), Long::parseLong);
  }

  public short nextShort() {
    return number(integer(require(), 10), text -> Short.parseShort(text));
  }

  public boolean hasNextShort() {
    return find() && fits(integer(token(), 10), Short::parseShort);
  }

  public byte nextByte() {
    return number(integer(require(), 10), text -> Byte.parseByte(text));
  }

  public boolean hasNextByte() {
    return find() && fits(integer(token(), 10), Byte::parseByte);
  }

  public BigInteger nextBigInteger() {
    return number(integer(require(), 10), BigInteger::new);
  }

  public boolean hasNextBigInteger() {
    return find() && integer(token(), 10) != null;
  }

  public double nextDouble() {
    return number(decimal(require()), text -> Double.parseDouble(text));
  }

  public boolean hasNextDouble() {
    return find() && decimal(token()) != null;
  }

  public float nextFloat() {
    return number(decimal(require()), text -> Float.parseFloat(text));
  }

  public boolean hasNextFloat() {
    return hasNextDouble();
  }

  private static boolean isBoolean(String text) {
    return text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
  }

  public boolean nextBoolean() {
    String text = require();
    if (!isBoolean(text))
      throw new InputMismatchException();
    at = tokenEnd;
    return Boolean.parseBoolean(text);
  }

  public boolean hasNextBoolean() {
    return find() && isBoolean(token());
  }

  /* What reading failed with; null when it did not. */
  public IOException ioException() {
    return trouble;
  }

  @Override
  public void close() {
    if (closed)
      return;
    closed = true;
    try {
      in.close();
    } catch (IOException e) {
      trouble = e;
    }
  }
}
