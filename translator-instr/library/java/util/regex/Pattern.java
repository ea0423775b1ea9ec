/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A regular expression in Java's language: classes with ranges and intersections, groups with numbers and names,
 * back references, greedy, reluctant and possessive repetition, lookahead and lookbehind, flags. PatternParser
 * makes nodes of it, which Matcher walks with backtracking. Not there: UNICODE_CHARACTER_CLASS, CANON_EQ, blocks
 * and scripts in \p{...}. */
package java.util.regex;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

public final class Pattern implements java.io.Serializable {
  public static final int UNIX_LINES = 1;
  public static final int CASE_INSENSITIVE = 2;
  public static final int COMMENTS = 4;
  public static final int MULTILINE = 8;
  public static final int LITERAL = 16;
  public static final int DOTALL = 32;
  public static final int UNICODE_CASE = 64;
  private static final int ALL_FLAGS = 127;

  private final String pattern;
  private final int flags;
  final Node start;
  final int groups;
  final int slots;
  final Map<String, Integer> names;

  private Pattern(String pattern, int flags) {
    if ((flags & ~ALL_FLAGS) != 0)
      throw new IllegalArgumentException("Unknown flag 0x" + Integer.toHexString(flags));
    this.pattern = Objects.requireNonNull(pattern);
    this.flags = flags;
    PatternParser parser = new PatternParser(pattern, flags);
    start = parser.parse();
    groups = parser.groups();
    slots = parser.slots();
    names = parser.names();
  }

  public static Pattern compile(String pattern) {
    return new Pattern(pattern, 0);
  }

  public static Pattern compile(String pattern, int flags) {
    return new Pattern(pattern, flags);
  }

  public static boolean matches(String pattern, CharSequence text) {
    return compile(pattern).matcher(text).matches();
  }

  /* A pattern for exactly this text. */
  public static String quote(String text) {
    return "\\Q" + text.replace("\\E", "\\E\\\\E\\Q") + "\\E";
  }

  public String pattern() {
    return pattern;
  }

  public int flags() {
    return flags;
  }

  public Matcher matcher(CharSequence text) {
    return new Matcher(this, text);
  }

  public Stream<String> splitAsStream(CharSequence text) {
    return Stream.of(text).flatMap(whole -> Arrays.stream(split(whole)));
  }

  public Predicate<String> asPredicate() {
    return text -> matcher(text).find();
  }

  public Predicate<String> asMatchPredicate() {
    return text -> matcher(text).matches();
  }

  public String[] split(CharSequence text) {
    return split(text, 0);
  }

  /* At most `limit` parts; 0: all but empty ones at the end; negative: all. */
  public String[] split(CharSequence sequence, int limit) {
    String text = sequence.toString();
    List<String> parts = new ArrayList<>();
    Matcher matcher = matcher(text);
    int from = 0;
    while ((limit <= 0 || parts.size() < limit - 1) && matcher.find())
      if (matcher.end() > 0) {
        parts.add(text.substring(from, matcher.start()));
        from = matcher.end();
      }
    if (from == 0)
      return new String[] {text};
    parts.add(text.substring(from));
    while (limit == 0 && !parts.isEmpty() && parts.get(parts.size() - 1).isEmpty())
      parts.remove(parts.size() - 1);
    return parts.toArray(new String[0]);
  }

  @Override
  public String toString() {
    return pattern;
  }
}
