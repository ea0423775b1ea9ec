/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Searching, splitting and joining, for String and StringBuilder. */
package java.lang;

import java.util.ArrayList;
import java.util.regex.Pattern;

final class Strings {
  private static final String PATTERN_SYMBOLS = "\\[](){}.*+?^$|";

  static final char DOTTED_CAPITAL_I = 0x130;
  static final char CAPITAL_SIGMA = 0x3a3;

  private Strings() {
  }

  static String toUpperCase(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
      c = text.codePointAt(at);
      String several = c < 0x80 || c > 0xffff ? null : CharacterTable.specialCapital((char) c);
      if (several != null)
        result.append(several);
      else
        result.appendCodePoint(Character.toUpperCase(c));
    }
    return result.toString();
  }

  static String toLowerCase(String text) {
    StringBuilder result = new StringBuilder(text.length());
    for (int at = 0, c; at < text.length(); at += Character.charCount(c)) {
      c = text.codePointAt(at);
      if (c == DOTTED_CAPITAL_I)
        result.append("i\u0307");
      else if (c == CAPITAL_SIGMA)
        result.append(endsWord(text, at) ? '\u03c2' : '\u03c3');
      else
        result.appendCodePoint(Character.toLowerCase(c));
    }
    return result.toString();
  }

  private static boolean isCased(int c) {
    return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
  }

  /* Between letters and their case such characters do not count: marks, formats, modifiers, some punctuation. */
  private static boolean isPassedOver(int c) {
    int ignored = 1 << Character.NON_SPACING_MARK | 1 << Character.ENCLOSING_MARK | 1 << Character.FORMAT
        | 1 << Character.MODIFIER_LETTER | 1 << Character.MODIFIER_SYMBOL;
    return (ignored >>> Character.getType(c) & 1) != 0 || "'.:\u00b7\u2018\u2019\u2024\u2027".indexOf(c) >= 0;
  }

  /* A sigma behind a letter and before none has another small form. */
  private static boolean endsWord(String text, int at) {
    int before = at - 1;
    while (before >= 0 && isPassedOver(text.charAt(before)))
      before--;
    int behind = at + 1;
    while (behind < text.length() && isPassedOver(text.charAt(behind)))
      behind++;
    return before >= 0 && isCased(text.charAt(before)) && (behind == text.length() || !isCased(text.charAt(behind)));
  }

  /* From the second character on. */
  private static boolean continues(char[] text, int at, char[] wanted) {
    for (int i = 1; i < wanted.length; i++)
      if (text[at + i] != wanted[i])
        return false;
    return true;
  }

  static int indexOf(char[] text, int length, String sought, int from) {
    char[] wanted = sought.units();
    int start = Math.min(Math.max(from, 0), length);
    if (wanted.length == 0)
      return start;
    char first = wanted[0];
    for (int at = start; at <= length - wanted.length; at++)
      if (text[at] == first && continues(text, at, wanted))
        return at;
    return -1;
  }

  static int lastIndexOf(char[] text, int length, String sought, int from) {
    char[] wanted = sought.units();
    for (int at = Math.min(from, length - wanted.length); at >= 0; at--)
      if (wanted.length == 0 || text[at] == wanted[0] && continues(text, at, wanted))
        return at;
    return -1;
  }

  static String replace(String text, String old, String now) {
    int at = text.indexOf(old);
    if (at < 0)
      return text;
    StringBuilder result = new StringBuilder();
    int done = 0;
    for (; at >= 0 && at <= text.length(); at = text.indexOf(old, old.isEmpty() ? at + 1 : done)) {
      result.append(text, done, at).append(now);
      done = at + old.length();
      if (old.isEmpty() && at == text.length())
        break;
    }
    return result.append(text, done, text.length()).toString();
  }

  static String join(CharSequence separator, Iterable<? extends CharSequence> parts) {
    java.util.StringJoiner joiner = new java.util.StringJoiner(separator);
    for (CharSequence part : parts)
      joiner.add(String.valueOf(part));
    return joiner.toString();
  }

  /* Programs split and replace by the same few patterns again and again: the last one is kept. */
  private static volatile Pattern last;

  static Pattern pattern(String text) {
    Pattern kept = last;
    if (kept == null || !kept.pattern().equals(text)) {
      kept = Pattern.compile(text);
      last = kept;
    }
    return kept;
  }

  /* The character that `pattern` means when it is one that means itself; -1 otherwise. */
  private static int plainCharacter(String pattern) {
    char c = pattern.isEmpty() ? '\\' : pattern.charAt(0);
    if (pattern.length() == 1 && PATTERN_SYMBOLS.indexOf(c) < 0 && !Character.isSurrogate(c))
      return c;
    if (pattern.length() != 2 || c != '\\')
      return -1;
    c = pattern.charAt(1);
    return c < 128 && !Character.isLetterOrDigit(c) ? c : -1;
  }

  static String[] split(String text, String pattern, int limit) {
    int separator = plainCharacter(pattern);
    return separator < 0 ? pattern(pattern).split(text, limit) : split(text, (char) separator, limit);
  }

  private static String[] split(String text, char separator, int limit) {
    int next = text.indexOf(separator);
    if (next < 0)
      return new String[] {text};
    ArrayList<String> parts = new ArrayList<>();
    int start = 0;
    for (; next >= 0 && (limit <= 0 || parts.size() < limit - 1); next = text.indexOf(separator, start)) {
      parts.add(text.substring(start, next));
      start = next + 1;
    }
    parts.add(text.substring(start));
    int count = parts.size();
    while (limit == 0 && count > 0 && parts.get(count - 1).isEmpty())
      count--;
    return parts.subList(0, count).toArray(new String[0]);
  }

  private static int leadingBlanks(String line) {
    int count = 0;
    while (count < line.length() && Character.isWhitespace(line.charAt(count)))
      count++;
    return count;
  }

  static String stripIndent(String text) {
    if (text.isEmpty())
      return "";
    String whole = text.replace("\r\n", "\n").replace('\r', '\n');
    String[] lines = split(whole, '\n', -1);
    int indent = Integer.MAX_VALUE;
    for (int i = 0; i < lines.length; i++)
      if (!lines[i].isBlank() || i == lines.length - 1)
        indent = Math.min(indent, leadingBlanks(lines[i]));
    for (int i = 0; i < lines.length; i++)
      lines[i] = lines[i].isBlank() ? "" : lines[i].substring(indent).stripTrailing();
    return String.join("\n", lines);
  }

  static String translateEscapes(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    for (int at = 0; at < text.length();) {
      char c = text.charAt(at++);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      c = at < text.length() ? text.charAt(at++) : 0;
      int meaning = "btnfrs\"'\\".indexOf(c);
      if (c >= '0' && c <= '7') {
        int end = Math.min(at + (c <= '3' ? 2 : 1), text.length());
        int code = c - '0';
        while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '7')
          code = code * 8 + text.charAt(at++) - '0';
        plain.append((char) code);
      } else if (c == '\r' && at < text.length() && text.charAt(at) == '\n') {
        at++;
      } else if (meaning >= 0) {
        plain.append("\b\t\n\f\r \"'\\".charAt(meaning));
      } else if (c != '\n' && c != '\r') {
        throw new IllegalArgumentException("Invalid escape sequence: \\" + c + " \\\\u"
            + String.format("%04X", (int) c));
      }
    }
    return plain.toString();
  }
}
