/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.HashMap;

/**
 * Threads that are interrupted anywhere while others allocate and collect: what each of them holds only in registers and
 * on its stack must stay, whatever it was doing. None of them yields or waits before its end.
 */
public class Stress {
  static final class Tree {
    final Tree left, right;
    final int value;

    Tree(int depth, int value) {
      this.value = value;
      left = depth == 0 ? null : new Tree(depth - 1, value * 2);
      right = depth == 0 ? null : new Tree(depth - 1, value * 2 + 1);
    }

    long sum() {
      return left == null ? value : value + left.sum() + right.sum();
    }
  }

  static long trees(int seed) {
    long sum = 0;
    for (int i = 0; i < 12; i++)
      sum = sum * 31 + new Tree(7, seed + i).sum();
    return sum;
  }

  static long arrays(int seed) {
    long sum = 0;
    int[][] rows = new int[24][];
    for (int i = 0; i < 400; i++) {
      int[] row = new int[10 + i % 50];
      for (int k = 0; k < row.length; k++)
        row[k] = seed + i * k;
      rows[i % rows.length] = row;
      for (int[] old : rows)
        sum += old == null ? 1 : old[old.length - 1] ^ old[0];
    }
    return sum;
  }

  static long strings(int seed) {
    HashMap<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < 300; i++)
      counts.merge("w" + (seed * 7 + i) % 41 + "/" + i % 3, i, Integer::sum);
    long sum = 0;
    for (String word : new ArrayList<>(counts.keySet()))
      sum += word.hashCode() * (long) counts.get(word);
    return sum;
  }

  static double doubles(int seed) {
    double[] values = new double[64];
    double a = seed, b = 1;
    for (int i = 0; i < 20000; i++) {
      a = a * 0.999 + b / (i + 1);
      b = Math.sqrt(a + b);
      values[i & 63] += a - b;
      if (i % 100 == 0)
        values = values.clone();
    }
    for (double value : values)
      a += value;
    return a;
  }

  static String work(int kind, int seed) {
    switch (kind) {
      case 0: return "trees " + trees(seed);
      case 1: return "arrays " + arrays(seed);
      case 2: return "strings " + strings(seed);
      default: return "doubles " + doubles(seed);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    Thread[] threads = new Thread[8];
    String[] results = new String[threads.length];
    for (int t = 0; t < threads.length; t++) {
      int number = t;
      threads[t] = new Thread(() -> {
        String first = work(number % 4, number);
        for (int i = 1; i < rounds; i++)
          if (!work(number % 4, number).equals(first))
            throw new IllegalStateException("round " + i + " differs");
        results[number] = first;
      }, "stress " + t);
      threads[t].start();
    }
    for (Thread thread : threads)
      thread.join();
    for (String result : results)
      System.out.println(result);
  }
}
