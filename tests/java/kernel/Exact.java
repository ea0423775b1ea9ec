/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Objects whose lives are known: run.sh holds what prof=exact says of them against the comments behind `// age'. Bytes
 * of a Node: 16 and two references. */
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

public class Exact {
  static class Node {
    Node next, other;
  }

  static Node[] ring = new Node[64], copied = new Node[64], empty = new Node[64];
  static Node kept, unused, sink;
  static AtomicReference<Node> exchanged = new AtomicReference<>();
  static volatile int seen;

  static void drop() {
    for (int i = 0; i < 2000; i++)
      seen += new Node().hashCode(); // age 32
  }

  static void overwrite() {
    for (int i = 0; i < 2000; i++)
      sink = new Node(); // age 32
  }

  static void fillRing() {
    for (int i = 0; i < 2000; i++)
      ring[i % 64] = new Node(); // age 2048
  }

  /* All are overwritten behind the 64th Node and before the next one; the last two die as soon as can be told. */
  static void copy() {
    System.arraycopy(empty, 0, copied, 0, 64); // what it makes at its first call it makes now
    for (int i = 0; i < 2048; i++) {
      copied[i % 64] = new Node(); // ages 32, 32, 64, 96 to 2016
      if (i % 64 == 63)
        System.arraycopy(empty, 0, copied, 0, 64);
    }
  }

  static void exchange() {
    for (int i = 0; i < 2000; i++)
      exchanged.set(new Node()); // age 32
  }

  /* The whole chain is lost with its first one. */
  static void chain(int length) {
    Node head = null;
    for (int i = 0; i < length; i++) {
      Node node = new Node(); // age of the chain
      node.next = head;
      head = node;
    }
    sink = head;
    sink = null;
  }

  static void cycle() {
    for (int i = 0; i < 1000; i++) {
      Node a = new Node(); // age 96
      a.next = new Node(); // age 64
      a.next.next = a;
      sink = a;
    }
  }

  static void leak() {
    for (int i = 0; i < 1000; i++) {
      Node node = new Node(); // kept, used at once
      node.next = kept;
      kept = node;
    }
    for (int i = 0; i < 1000; i++)
      new Node(); // age 32, never used
    unused = new Node(); // kept, never used
  }

  static final class Page {
    final byte[] bytes;
    SoftReference<Page> other;

    Page(int length) {
      bytes = new byte[length];
    }
  }

  static SoftReference<Page> softly(int length) {
    Page page = new Page(length);
    page.other = new SoftReference<>(new Page(100));
    return new SoftReference<>(page);
  }

  /* What soft references alone keep dies with them, when they are cleared, and where the heap is full. */
  @SuppressWarnings("unchecked")
  static boolean soft() {
    List<SoftReference<Page>> kept = new ArrayList<>();
    SoftReference<Page>[] last = new SoftReference[16];
    for (int i = 0; i < 600; i++) {
      last[i % 16] = softly(40);
      if (i % 50 == 7)
        last[3].clear();
      if (i % 2 == 0)
        kept.add(softly(64 << 10));
    }
    int gone = 0;
    for (SoftReference<Page> page : kept)
      gone += page.get() == null ? 1 : 0;
    return gone > 0;
  }

  /* Threads that give objects to each other and end, those of the last round while the heap is full. */
  static boolean threads() throws InterruptedException {
    boolean full = false;
    for (int round = 0; round < 3; round++) {
      Thread[] all = new Thread[16];
      for (int t = 0; t < all.length; t++) {
        int first = t;
        all[t] = new Thread(() -> {
          Node own = null;
          for (int i = 0; i < 40; i++) {
            Node node = new Node();
            node.next = i % 8 == 0 ? null : own;
            node.other = ring[(first * 5 + i) % 64];
            ring[(first + i * 3) % 64] = own = node;
            node.other = null;
            if (i % 16 == first)
              Thread.yield();
          }
        });
        all[t].start();
      }
      if (round == 2)
        full = fill();
      for (Thread t : all)
        t.join();
    }
    return full;
  }

  static boolean fill() {
    List<byte[]> all = new ArrayList<>();
    try {
      while (true)
        all.add(new byte[200_000]);
    } catch (OutOfMemoryError e) {
      return all.size() > 10;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 1) {
      System.out.println(soft() && threads());
      return;
    }
    drop();
    overwrite();
    fillRing();
    copy();
    exchange();
    chain(args.length > 0 ? Integer.parseInt(args[0]) : 50000);
    cycle();
    leak();
    System.out.println(kept != null && unused != null);
  }
}
