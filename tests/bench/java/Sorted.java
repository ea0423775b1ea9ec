/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.Map;
import java.util.TreeMap;

/** java.util.TreeMap with strings as keys. */
class Sorted extends Bench {
  private final String[] keys = new String[3_000];

  Sorted() {
    int x = 99;
    for (int i = 0; i < keys.length; i++) {
      x = x * 1103515245 + 12345;
      keys[i] = "key-" + (x >>> 12) % 9000;
    }
  }

  @Override
  long run() {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (String key : keys) {
      Integer old = counts.get(key);
      counts.put(key, old == null ? 1 : old + 1);
    }
    long sum = 0;
    int place = 0;
    for (Map.Entry<String, Integer> e : counts.entrySet())
      sum += (long) ++place * e.getValue() + e.getKey().length();
    while (counts.size() > 1000)
      sum += counts.remove(counts.firstKey());
    return sum;
  }

  public static void main(String[] args) {
    new Sorted().measure(3904348L);
  }
}
