/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Ways through a grid, searched breadth first: steps live for one search, except for those of the way, which stay in a
 * cache of 64 ways that forgets the one that was asked for longest ago. */
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

public class Routes {
  static final int SIDE = 24;

  static final class Step {
    final int place;
    final Step before;
    Step(int place, Step before) { this.place = place; this.before = before; }
  }

  static Step search(int from, int to, long walls) {
    boolean[] seen = new boolean[SIDE * SIDE];
    ArrayDeque<Step> queue = new ArrayDeque<>();
    queue.add(new Step(from, null));
    seen[from] = true;
    while (!queue.isEmpty()) {
      Step s = queue.poll();
      if (s.place == to)
        return s;
      int x = s.place % SIDE, y = s.place / SIDE;
      int[] next = { x > 0 ? s.place - 1 : -1, x < SIDE - 1 ? s.place + 1 : -1, y > 0 ? s.place - SIDE : -1,
                     y < SIDE - 1 ? s.place + SIDE : -1 };
      for (int p : next)
        if (p >= 0 && !seen[p] && (walls >>> p % 61 & 1) == 0) {
          seen[p] = true;
          queue.add(new Step(p, s));
        }
    }
    return null;
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Random random = new Random(3);
    Map<Long, Step> ways = new LinkedHashMap<>(16, 0.75f, true) {
      @Override protected boolean removeEldestEntry(Map.Entry<Long, Step> e) { return size() > 64; }
    };
    long sum = 0, walls = 0x0401002004801L;
    for (int i = 0; i < n; i++) {
      int from = random.nextInt(20) * 23 % (SIDE * SIDE), to = random.nextInt(30) * 19 % (SIDE * SIDE);
      Step way = ways.computeIfAbsent((long) from * 1000 + to, k -> search(from, to, walls));
      for (; way != null; way = way.before)
        sum += way.place;
    }
    System.out.println("sum " + sum);
  }
}
