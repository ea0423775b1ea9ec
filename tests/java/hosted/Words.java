/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An ordinary small program: strings, collections, generics, comparators. */
public class Words {
  static final String TEXT = "the quick brown fox jumps over the lazy dog while the fox sleeps \u00e4\u20ac\0end";

  static Map<String, Integer> count(String text) {
    Map<String, Integer> counts = new HashMap<>();
    StringBuilder word = new StringBuilder();
    for (char c : (text + " ").toCharArray()) {
      if (c != ' ') {
        word.append(c);
      } else if (word.length() > 0) {
        String w = word.toString();
        Integer n = counts.get(w);
        counts.put(w, n == null ? 1 : n + 1);
        word.setLength(0);
      }
    }
    return counts;
  }

  static String describe(String s) {
    int hash = 0;
    for (int i = 0; i < s.length(); i++)
      hash = 31 * hash + s.charAt(i);
    return s.length() + " " + hash + " " + (hash == s.hashCode());
  }

  public static void main(String[] args) {
    List<Map.Entry<String, Integer>> entries = new ArrayList<>(count(TEXT).entrySet());
    Collections.sort(entries, (a, b) -> {
      int c = b.getValue().compareTo(a.getValue());
      return c != 0 ? c : a.getKey().compareTo(b.getKey());
    });
    for (Map.Entry<String, Integer> e : entries)
      System.out.println(e.getValue() + " " + e.getKey().length() + " " + describe(e.getKey()));
    String a = "con" + args.length, b = "con0";
    System.out.println(a.equals(b) + " " + (a == b) + " " + (a.intern() == b) + " " + ("con" + 0 == b));
    Object o = null;
    System.out.println("null: " + o + 'c' + 1 + 2L + true + 1.5f + 2.25 + (char) 65);
    String block = """
        a block
          of text""";
    System.out.println(block + block.indexOf("of") + "abcabc".replace('b', 'x') + "Hello".substring(1, 3));
  }
}
