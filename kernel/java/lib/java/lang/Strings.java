/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Searching, splitting and joining, for String and StringBuilder. */
package java.lang;

import java.util.ArrayList;

final class Strings {
  private static final String PATTERN_SYMBOLS = "\\[](){}.*+?^$|";

  private Strings() {
  }

  private static boolean matches(char[] text, int at, String wanted) {
    for (int i = 0; i < wanted.length(); i++)
      if (text[at + i] != wanted.charAt(i))
        return false;
    return true;
  }

  static int indexOf(char[] text, int length, String wanted, int from) {
    from = Math.min(Math.max(from, 0), length);
    for (int at = from; at <= length - wanted.length(); at++)
      if (matches(text, at, wanted))
        return at;
    return -1;
  }

  static int lastIndexOf(char[] text, int length, String wanted, int from) {
    for (int at = Math.min(from, length - wanted.length()); at >= 0; at--)
      if (matches(text, at, wanted))
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

  /* What separates: a literal text, or one or more of a set of characters. Regular expressions beyond that are refused
   * by name rather than misread. */
  private static final class Separator {
    private String literal;
    private String set;
    private boolean many;
    private int end;

    Separator(String pattern) {
      String core = pattern;
      if (core.length() > 1 && core.endsWith("+") && !core.endsWith("\\+")) {
        many = true;
        core = core.substring(0, core.length() - 1);
      }
      if (core.equals("\\s"))
        set = " \t\n\u000b\f\r";
      else if (core.length() > 2 && core.startsWith("[") && core.endsWith("]"))
        set = plain(core.substring(1, core.length() - 1), "^&", pattern);
      else
        literal = plain(core, "", pattern);
      if (many && literal != null && literal.length() > 1)
        throw refused(pattern);
    }

    private static UnsupportedOperationException refused(String pattern) {
      return new UnsupportedOperationException("split(\"" + pattern + "\"): only literal text, a set of characters in"
          + " [...] and \\s are known, each of the last two or a single character with + after it");
    }

    /* `text` without its backslashes. */
    private static String plain(String text, String alsoSymbols, String pattern) {
      StringBuilder result = new StringBuilder();
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        boolean symbol = PATTERN_SYMBOLS.indexOf(c) >= 0 || alsoSymbols.indexOf(c) >= 0;
        if (alsoSymbols.length() > 0)
          symbol = c == '[' || c == ']' || alsoSymbols.indexOf(c) >= 0 || c == '-' && i > 0 && i < text.length() - 1;
        if (c == '\\') {
          if (++i == text.length() || Character.isLetterOrDigit(text.charAt(i)))
            throw refused(pattern);
          result.append(text.charAt(i));
        } else if (symbol) {
          throw refused(pattern);
        } else {
          result.append(c);
        }
      }
      return result.toString();
    }

    private boolean matchesAt(String text, int at) {
      end = at;
      if (literal != null && literal.length() != 1) {
        end = at + literal.length();
        return text.startsWith(literal, at);
      }
      String wanted = literal != null ? literal : set;
      while (end < text.length() && wanted.indexOf(text.charAt(end)) >= 0) {
        end++;
        if (!many)
          break;
      }
      return end > at;
    }
  }

  static String[] split(String text, String pattern, int limit) {
    ArrayList<String> parts = new ArrayList<>();
    Separator separator = new Separator(pattern);
    int start = 0;
    for (int at = 0; at <= text.length() && (limit <= 0 || parts.size() < limit - 1);) {
      boolean here = separator.matchesAt(text, at);
      if (here && separator.end > 0) {
        if (at > 0 || separator.end > at && start < separator.end)
          parts.add(text.substring(start, at));
        start = separator.end;
      }
      at = Math.max(at + 1, here ? separator.end : 0);
    }
    if (start == 0 && parts.isEmpty())
      return new String[] {text};
    parts.add(text.substring(start));
    while (limit == 0 && !parts.isEmpty() && parts.get(parts.size() - 1).isEmpty())
      parts.remove(parts.size() - 1);
    return parts.toArray(new String[0]);
  }
}
