/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text cut at delimiters, which are single characters; they can be asked for as tokens as well. */
package java.util;

public class StringTokenizer implements Enumeration<Object> {
  private final String text;
  private String delimiters;
  private final boolean returnDelimiters;
  private int at;

  public StringTokenizer(String text) {
    this(text, " \t\n\r\f");
  }

  public StringTokenizer(String text, String delimiters) {
    this(text, delimiters, false);
  }

  public StringTokenizer(String text, String delimiters, boolean returnDelimiters) {
    this.text = Objects.requireNonNull(text);
    this.delimiters = delimiters;
    this.returnDelimiters = returnDelimiters;
  }

  private boolean isDelimiter(int index) {
    return delimiters.indexOf(text.charAt(index)) >= 0;
  }

  /* Where the next token begins. */
  private int begin(int from) {
    if (!returnDelimiters)
      while (from < text.length() && isDelimiter(from))
        from++;
    return from;
  }

  private int end(int from) {
    int end = from;
    while (end < text.length() && !isDelimiter(end))
      end++;
    return returnDelimiters && end == from && end < text.length() ? end + 1 : end;
  }

  public boolean hasMoreTokens() {
    return begin(at) < text.length();
  }

  public String nextToken() {
    int start = begin(at);
    if (start >= text.length())
      throw new NoSuchElementException();
    at = end(start);
    return text.substring(start, at);
  }

  public String nextToken(String delimiters) {
    this.delimiters = delimiters;
    return nextToken();
  }

  @Override
  public boolean hasMoreElements() {
    return hasMoreTokens();
  }

  @Override
  public Object nextElement() {
    return nextToken();
  }

  public int countTokens() {
    int count = 0;
    for (int from = begin(at); from < text.length(); from = begin(end(from)))
      count++;
    return count;
  }
}
