/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.HashMap;
import java.util.Map;

/** java.util.HashMap with boxed keys: how often each remainder comes, then half of them taken out again. */
class Hash extends Bench {
  @Override
  long run() {
    Map<Integer, Integer> counts = new HashMap<>();
    int x = 12345;
    for (int i = 0; i < 30_000; i++) {
      x = x * 1103515245 + 12345;
      Integer key = (x >>> 8) % 4_000;
      Integer old = counts.get(key);
      counts.put(key, old == null ? 1 : old + 1);
    }
    for (int key = 0; key < 4_000; key += 2)
      counts.remove(key);
    long sum = 0;
    for (Map.Entry<Integer, Integer> e : counts.entrySet())
      sum += (long) e.getKey() * e.getValue();
    return sum;
  }

  public static void main(String[] args) {
    new Hash().measure(30047045L);
  }
}
