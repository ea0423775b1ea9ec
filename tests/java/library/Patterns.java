/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.util.regex: many patterns on many texts, all groups of all finds; replacements, splits, scanners, faulty
 * patterns. */
import java.util.*;
import java.util.regex.*;

public class Patterns {
  static long hash;
  static int count;

  static void add(String text) {
    hash = hash * 1000003 + text.hashCode();
    if (++count % 500 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  static final String[] PATTERNS = {"a", "abc", "a*", "a+b", "(a|b)*c", "a?b", "[abc]+", "[^abc]", "[a-cx-z]",
      "\\d+", "\\w+", "\\s+",
    "\\bfoo\\b", "^a", "c$", "(a)(b)?", "(a*)(b*)", "(?:ab)+", "a{2}", "a{2,}", "a{1,3}", "a{2,3}?", "a*?b", "a+?",
        "a*+a",
    "(?>a*)b", "(\\w)\\1", "(?<x>\\w)\\k<x>", "(?i)ABC", "(?i:a)B", "foo(?=bar)", "foo(?!bar)", "(?<=foo)bar",
    "(?<!foo)bar", ".*", ".+b", "(.*)(\\d+)", "\\.", "[.]", "a|b|c", "|a", "(a|ab)(c|bcd)(d*)", "(a+|b)*",
        "(a+|b){0,}", "([ab]*)*",
    "(?m)^\\w+$", "(?s)a.b", "a.b", "\\Qa.b\\E", "[\\d\\s]+", "[a-z&&[^bc]]+", "[a-d[m-p]]+", "\\p{Lower}+",
        "\\p{Upper}", "\\P{Alpha}+",
    "\\p{Punct}", "x*", "", "(x)?(y)?", "(?:x|y|)z", "((a)|(b))+", "(a(b(c)))", "[\\w.]+@[\\w.]+",
        "(\\d{1,3})\\.(\\d{1,3})",
    "\\x41", "\\u0042", "\\t|\\n", "[-a]", "[a\\-z]", "\\R", "\\h+", "\\Aa", "b\\z", "b\\Z", "(?x) a b # comment",
        "(ab|a)(bc|c)?",
    "(?:(a)|b)*", "(a?)*?b", "(?:a|b)*?c", "([a-z]+)(?:,([a-z]+))*", "(?i)[A-C]+", "\\G\\w", "\\Bo", "a\\*b",
        "(\\()(\\))", "[^\\]]+"};

  static final String[] TEXTS = {"", "a", "abc", "aaab", "xabcabcx", "ab12 cd34", "foo bar foobar barfoo",
      "a.b a\nb", "AbC aBc", "aabbcc",
    "mail me@x.org, you@y.de", "192.168.1.10", "line one\nline two\r\nthree\n", "a,b,,c,", "abcd", "(x) [y] {z}",
        "aaaaaaaaaa", "\t tab",
    "b\n", "xyz zyx", "foo,bar,baz", "a*b a-z", "\u00e4\u00f6\u00fc \u00c4b", "\ud83d\ude00 x\ud83d\ude00", "()",
        "one  two   three"};

  static void everything() {
    for (String p : PATTERNS) {
      Pattern pattern = Pattern.compile(p);
      for (String text : TEXTS) {
        Matcher m = pattern.matcher(text);
        StringBuilder all = new StringBuilder(p + "/" + text + ": " + m.matches() + m.lookingAt());
        m.reset();
        while (m.find()) {
          all.append("<");
          for (int g = 0; g <= m.groupCount(); g++)
            all.append(m.start(g)).append(',').append(m.end(g)).append(m.group(g)).append(';');
          all.append(">");
        }
        all.append(Arrays.toString(pattern.split(text))).append(Arrays.toString(text.split(p, -1)));
        all.append(Arrays.toString(text.split(p, 2))).append(text.replaceAll(p, "[$0]")).append(text.replaceFirst(p,
            "\\$"));
        add(all.toString());
      }
    }
  }

  static void faulty() {
    String[] wrong = {"(", ")", "[", "a{", "a{2", "a{3,2}", "*", "+a", "?", "\\", "[z-a]", "(?<n>a)(?<n>b)",
        "\\k<no>", "\\p{None}", "(?z)",
      "[a", "(a", "a)", "\\xg", "\\u12", "(?<1>a)", "\\i", "a**"};
    for (String p : wrong)
      try {
        System.out.println(p + " is " + Pattern.compile(p));
      } catch (PatternSyntaxException e) {
        System.out.println(p + " is faulty " + e.getPattern());
      }
    try {
      Pattern.compile("ab[c");
    } catch (PatternSyntaxException e) {
      System.out.println(e.getMessage() + "|" + e.getIndex() + e.getDescription());
    }
    Matcher m = Pattern.compile("(a)(?<name>b)?").matcher("xax");
    for (Runnable operation : new Runnable[] {() -> m.group(), () -> m.start(), () -> { m.find(); m.group(3); }, () ->
        m.group("none"),
        () -> m.replaceAll("$3"), () -> m.replaceAll("$"), () -> m.replaceAll("\\"), () -> m.replaceAll("${none}"),
            () -> m.region(2, 9)})
      try {
        operation.run();
        System.out.println("fine");
      } catch (RuntimeException e) {
        System.out.println(e);
      }
    System.out.println(m.reset().find() + m.group("name") + m.start("name") + m.end(1));
  }

  static void replacements() {
    Matcher m = Pattern.compile("(\\w)(\\d+)").matcher("a1 b22 c333");
    System.out.println(m.replaceAll("$2$1") + m.replaceAll(r -> r.group().toUpperCase()) + m.replaceFirst("\\\\$1"));
    StringBuilder built = new StringBuilder();
    m.reset();
    while (m.find())
      m.appendReplacement(built, Integer.toString(Integer.parseInt(m.group(2)) * 2));
    System.out.println(m.appendTail(built));
    System.out.println(Pattern.compile("(?<k>\\w+)=(?<v>\\w+)").matcher("a=1,b=2").replaceAll("${v}=${k}"));
    System.out.println(Matcher.quoteReplacement("a$b\\c") + Pattern.quote("a\\Eb")
        + "x.y".replaceAll(Pattern.quote("."), "-"));
    System.out.println("aXbxc".split("(?i)x").length + " " + Pattern.compile("x",
        Pattern.CASE_INSENSITIVE).matcher("aXb").find()
        + Pattern.compile("\u00e4", Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE).matcher("\u00c4").matches()
        + Pattern.compile("a.c", Pattern.LITERAL).matcher("abc a.c").replaceAll("!") + Pattern.matches("a+", "aaa"));
    System.out.println(m.region(3, 6).find() + m.group());
  }

  static void scanners() {
    for (String delimiter : new String[] {",", ",\\s*", "[,;]+", "\\s*x\\s*", "\\R"})
      for (String text : new String[] {"a,b,,c", "1, 2,  3", ";a;;b", "p x qxr", "one\ntwo\r\nthree", ""}) {
        Scanner scanner = new Scanner(text).useDelimiter(delimiter);
        StringBuilder all = new StringBuilder(delimiter + "/" + text + ":");
        while (scanner.hasNext())
          all.append("<").append(scanner.hasNextInt()).append(scanner.next()).append(">");
        System.out.println(all);
      }
  }

  public static void main(String[] arguments) {
    everything();
    faulty();
    replacements();
    scanners();
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
