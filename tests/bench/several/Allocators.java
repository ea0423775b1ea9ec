/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * Four threads that allocate at the same time, and collections of 100 MB; says how many nanoseconds each took. The work
 * is the same on any number of processors.
 */
public class Allocators {
  static final int THREADS = 4, RING = 64, ROUNDS = 1000000, DEPTH = 15, KEPT_DEPTH = 18, COLLECTIONS = 5;

  /** Of 40 bytes. */
  static final class Node {
    Node left, right;
    int value;
    Node(int value) { this.value = value; }
  }

  static Node tree(int depth) {
    Node node = new Node(depth);
    if (depth > 0) {
      node.left = tree(depth - 1);
      node.right = tree(depth - 1);
    }
    return node;
  }

  static int count(Node node) {
    return node == null ? 0 : 1 + count(node.left) + count(node.right);
  }

  /** Objects of many sizes, each of which lives until at most 64 others have been made. */
  static long makeMany(int rounds) {
    Object[] ring = new Object[RING];
    long sum = 0;
    for (int i = 0; i < rounds; i++) {
      Node node = new Node(i);
      byte[] bytes = new byte[16 + i % 7 * 24];
      bytes[i % 16] = (byte) i;
      ring[i % RING] = node;
      ring[(i * 7 + 3) % RING] = bytes;
      sum += node.value + bytes[i % 16];
    }
    return sum;
  }

  static long makeManyBeside(Node kept) {
    return makeMany(ROUNDS / 2) + count(kept);
  }

  /** `beside`: each thread has a tree that stays meanwhile. */
  static long together(boolean beside) throws InterruptedException {
    Thread[] threads = new Thread[THREADS];
    long[] sums = new long[THREADS];
    long begun = System.nanoTime();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      threads[t] = new Thread(() -> sums[number] = beside ? makeManyBeside(tree(DEPTH)) : makeMany(ROUNDS));
      threads[t].start();
    }
    for (Thread thread : threads)
      thread.join();
    long took = System.nanoTime() - begun;
    for (long sum : sums)
      if (sum != sums[0])
        throw new IllegalStateException("threads do not agree");
    return took;
  }

  static final Node[] kept = new Node[5];

  /** The shortest of some collections. */
  static long collect() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < kept.length; i++)
      kept[i] = tree(KEPT_DEPTH);
    for (int i = 0; i < COLLECTIONS; i++) {
      long begun = System.nanoTime();
      System.gc();
      least = Math.min(least, System.nanoTime() - begun);
    }
    for (Node node : kept)
      if (count(node) != (2 << KEPT_DEPTH) - 1)
        throw new IllegalStateException("a tree is not whole");
    return least;
  }

  public static void main(String[] args) throws Exception {
    System.out.println("allocation " + together(false));
    System.out.println("beside " + together(true));
    System.out.println("collection " + collect());
  }
}
