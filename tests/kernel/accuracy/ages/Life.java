/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Conway's game on sets of cells: a generation lives until the next but one has been made. */
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

public class Life {
  static final class Cell {
    final int x, y;
    Cell(int x, int y) { this.x = x; this.y = y; }
    @Override public boolean equals(Object o) { return o instanceof Cell c && c.x == x && c.y == y; }
    @Override public int hashCode() { return x * 31 + y; }
  }

  static Map<Cell, int[]> neighbours(HashSet<Cell> cells) {
    Map<Cell, int[]> count = new HashMap<>();
    for (Cell c : cells)
      for (int dx = -1; dx <= 1; dx++)
        for (int dy = -1; dy <= 1; dy++)
          if (dx != 0 || dy != 0)
            count.computeIfAbsent(new Cell(c.x + dx, c.y + dy), k -> new int[1])[0]++;
    return count;
  }

  static HashSet<Cell> next(HashSet<Cell> cells) {
    HashSet<Cell> next = new HashSet<>();
    for (Map.Entry<Cell, int[]> e : neighbours(cells).entrySet())
      if (e.getValue()[0] == 3 || e.getValue()[0] == 2 && cells.contains(e.getKey()))
        next.add(e.getKey());
    return next;
  }

  public static void main(String[] args) {
    int rounds = Integer.parseInt(args[0]);
    HashSet<Cell> cells = new HashSet<>();
    int[][] pentomino = { { 1, 0 }, { 2, 0 }, { 0, 1 }, { 1, 1 }, { 1, 2 } };
    for (int[] p : pentomino)
      cells.add(new Cell(p[0], p[1]));
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      cells = next(cells);
      sum += cells.size();
    }
    System.out.println("sum " + sum);
  }
}
