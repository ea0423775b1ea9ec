/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Collections of the library: maps that grow and shrink, lists that are sorted. */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

public class Maps {
  static int count(Map<String, Integer> words, int i) {
    String word = "w" + (i * 31 & 511);
    Integer seen = words.get(word);
    words.put(word, seen == null ? 1 : seen + 1);
    if ((i & 63) == 63)
      words.remove("w" + (i & 511));
    return words.size();
  }

  static int sorted(Map<String, Integer> words) {
    ArrayList<String> keys = new ArrayList<>(words.keySet());
    keys.sort(null);
    return keys.get(keys.size() / 2).hashCode();
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]), sum = 0;
    Map<String, Integer> words = new HashMap<>();
    for (int i = 0; i < n; i++) {
      sum += count(words, i);
      if (i % 1000 == 999)
        sum += sorted(words);
    }
    System.out.println("sum " + sum);
  }
}
