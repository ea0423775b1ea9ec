/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A search in a text. It holds what backtracking changes: the bounds of groups, and a slot for each count and
 * place that a repetition remembers. */
package java.util.regex;

import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

public final class Matcher implements MatchResult {
  private Pattern pattern;
  String text;
  int from;
  int to;
  /* Start and end of each group, -1 for none; group 0 is the whole. */
  int[] groups;
  int[] slots;
  /* Whether a match must reach `to'; where the last one ended. */
  boolean whole;
  int end;
  private int previousEnd;
  private int appended;

  Matcher(Pattern pattern, CharSequence text) {
    this.pattern = pattern;
    reset(text);
  }

  public Pattern pattern() {
    return pattern;
  }

  public Matcher usePattern(Pattern now) {
    if (now == null)
      throw new IllegalArgumentException("Pattern cannot be null");
    pattern = now;
    forget();
    return this;
  }

  private void forget() {
    groups = new int[2 * pattern.groups];
    slots = new int[pattern.slots];
    clearGroups();
  }

  private void clearGroups() {
    java.util.Arrays.fill(groups, -1);
  }

  public Matcher reset() {
    return region(0, text.length());
  }

  public Matcher reset(CharSequence sequence) {
    text = sequence.toString();
    return reset();
  }

  public Matcher region(int start, int stop) {
    if (start < 0 || start > text.length())
      throw new IndexOutOfBoundsException("start");
    if (stop < start || stop > text.length())
      throw new IndexOutOfBoundsException("end");
    from = start;
    to = stop;
    appended = 0;
    previousEnd = -1;
    forget();
    return this;
  }

  public int regionStart() {
    return from;
  }

  public int regionEnd() {
    return to;
  }

  private boolean tryAt(int at, boolean toTheEnd) {
    clearGroups();
    whole = toTheEnd;
    if (!pattern.start.match(this, at)) {
      groups[0] = -1;
      return false;
    }
    groups[0] = at;
    groups[1] = end;
    previousEnd = end;
    return true;
  }

  public boolean matches() {
    return tryAt(from, true);
  }

  public boolean lookingAt() {
    return tryAt(from, false);
  }

  /* Where the last match ended, or the beginning: what \G stands for. */
  int resumedAt() {
    return Math.max(previousEnd, from);
  }

  private boolean search(int at) {
    for (; at <= to; at++)
      if (tryAt(at, false))
        return true;
    return false;
  }

  /* Goes on where the last match ended, one further when that was empty. */
  public boolean find() {
    int at = resumedAt();
    if (groups[0] >= 0 && groups[1] == groups[0])
      at++;
    if (search(at))
      return true;
    previousEnd = to + 1;
    return false;
  }

  public boolean find(int start) {
    if (start < 0 || start > text.length())
      throw new IndexOutOfBoundsException("Illegal start index");
    reset();
    return search(start);
  }

  private void checkMatch(String message) {
    if (groups[0] < 0)
      throw new IllegalStateException(message);
  }

  private int bound(int group, int which) {
    checkMatch("No match available");
    if (group < 0 || group >= pattern.groups)
      throw new IndexOutOfBoundsException("No group " + group);
    return groups[2 * group + which];
  }

  private int number(String name) {
    Integer number = pattern.names.get(Objects.requireNonNull(name, "Group name"));
    if (number == null)
      throw new IllegalArgumentException("No group with name <" + name + ">");
    return number;
  }

  @Override
  public int start() {
    return bound(0, 0);
  }

  @Override
  public int start(int group) {
    return bound(group, 0);
  }

  public int start(String name) {
    return bound(number(name), 0);
  }

  @Override
  public int end() {
    return bound(0, 1);
  }

  @Override
  public int end(int group) {
    return bound(group, 1);
  }

  public int end(String name) {
    return bound(number(name), 1);
  }

  @Override
  public String group() {
    return group(0);
  }

  @Override
  public String group(int group) {
    checkMatch("No match found");
    int start = bound(group, 0);
    return start < 0 ? null : text.substring(start, bound(group, 1));
  }

  public String group(String name) {
    Objects.requireNonNull(name, "Group name");
    checkMatch("No match found");
    return group(number(name));
  }

  @Override
  public int groupCount() {
    return pattern.groups - 1;
  }

  public MatchResult toMatchResult() {
    Matcher copy = new Matcher(pattern, text);
    copy.groups = groups.clone();
    return copy;
  }

  public static String quoteReplacement(String text) {
    return text.replace("\\", "\\\\").replace("$", "\\$");
  }

  /* `replacement` with its $number, ${name} and backslashes resolved. */
  private String resolve(String replacement) {
    StringBuilder result = new StringBuilder();
    for (int at = 0; at < replacement.length(); at++) {
      char c = replacement.charAt(at);
      if (c == '\\') {
        if (++at == replacement.length())
          throw new IllegalArgumentException("character to be escaped is missing");
        result.append(replacement.charAt(at));
      } else if (c == '$') {
        at = resolveGroup(replacement, at + 1, result) - 1;
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }

  private int resolveGroup(String replacement, int at, StringBuilder result) {
    if (at == replacement.length())
      throw new IllegalArgumentException("Illegal group reference: group index is missing");
    if (replacement.charAt(at) == '{')
      return resolveName(replacement, at + 1, result);
    int number = Character.digit(replacement.charAt(at++), 10);
    if (number < 0)
      throw new IllegalArgumentException("Illegal group reference");
    if (number > groupCount())
      throw new IndexOutOfBoundsException("No group " + number);
    for (; at < replacement.length(); at++) {
      int digit = Character.digit(replacement.charAt(at), 10);
      if (digit < 0 || number * 10 + digit > groupCount())
        break;
      number = number * 10 + digit;
    }
    if (start(number) >= 0)
      result.append(group(number));
    return at;
  }

  private int resolveName(String replacement, int at, StringBuilder result) {
    int stop = at;
    while (stop < replacement.length() && Character.isLetterOrDigit(replacement.charAt(stop)))
      stop++;
    String name = replacement.substring(at, stop);
    if (name.isEmpty())
      throw new IllegalArgumentException("named capturing group is missing trailing '}'");
    if (stop == replacement.length() || replacement.charAt(stop) != '}')
      throw new IllegalArgumentException("named capturing group is missing trailing '}'");
    if (!pattern.names.containsKey(name))
      throw new IllegalArgumentException("No group with name {" + name + "}");
    if (start(name) >= 0)
      result.append(group(name));
    return stop + 1;
  }

  public Matcher appendReplacement(StringBuilder to, String replacement) {
    checkMatch("No match available");
    String resolved = resolve(replacement);
    to.append(text, appended, groups[0]).append(resolved);
    appended = groups[1];
    return this;
  }

  public Matcher appendReplacement(StringBuffer to, String replacement) {
    StringBuilder part = new StringBuilder();
    appendReplacement(part, replacement);
    to.append(part);
    return this;
  }

  public StringBuilder appendTail(StringBuilder to) {
    return to.append(text, appended, text.length());
  }

  public StringBuffer appendTail(StringBuffer to) {
    return to.append(text, appended, text.length());
  }

  public String replaceAll(String replacement) {
    return replaceAll(result -> replacement);
  }

  public String replaceAll(Function<MatchResult, String> replacer) {
    Objects.requireNonNull(replacer);
    reset();
    StringBuilder result = new StringBuilder();
    while (find())
      appendReplacement(result, replacer.apply(this));
    return appendTail(result).toString();
  }

  public Stream<MatchResult> results() {
    return Stream.generate(() -> find() ? toMatchResult() : null).takeWhile(result -> result != null);
  }

  public String replaceFirst(String replacement) {
    Objects.requireNonNull(replacement, "replacement");
    reset();
    StringBuilder result = new StringBuilder();
    if (find())
      appendReplacement(result, replacement);
    return appendTail(result).toString();
  }

  @Override
  public String toString() {
    return "java.util.regex.Matcher[pattern=" + pattern + " region=" + from + "," + to + " lastmatch="
        + (groups[0] >= 0 ? group() : "") + "]";
  }
}
