/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Regular lives: a temporary dies at the next allocation, a node when 64 others have come behind it. */
public class Ring {
  static final class Temporary { long value; }
  static final class Node { long a, b, c, d; }

  static long sum(int i) {
    Temporary t = new Temporary();
    t.value = i;
    return t.value * 3;
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Node[] ring = new Node[64];
    long sum = 0;
    for (int i = 0; i < n; i++) {
      Node node = new Node();
      node.a = sum(i);
      ring[i & 63] = node;
      sum += ring[(i * 7) & 63] == null ? 1 : ring[(i * 7) & 63].a;
    }
    System.out.println("sum " + sum);
  }
}
