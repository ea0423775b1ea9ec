/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayDeque;

/** Threads that want the same monitors: two producers and two consumers of one bounded queue, with wait and notify. */
class Contended extends Bench {
  private static final int ITEMS = 2_000, ROOM = 64;

  static final class Channel {
    private final ArrayDeque<Integer> items = new ArrayDeque<>();

    synchronized void put(int item) throws InterruptedException {
      while (items.size() == ROOM)
        wait();
      items.addLast(item);
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (items.isEmpty())
        wait();
      int item = items.removeFirst();
      notifyAll();
      return item;
    }
  }

  @Override
  long run() {
    Channel channel = new Channel();
    long[] sums = new long[2];
    Thread[] threads = new Thread[4];
    for (int t = 0; t < 4; t++) {
      int number = t;
      threads[t] = new Thread(() -> {
        try {
          for (int i = 0; i < ITEMS; i++)
            if (number < 2)
              channel.put(i * 3 + number);
            else
              sums[number - 2] += channel.take();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      });
      threads[t].start();
    }
    try {
      for (Thread t : threads)
        t.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return sums[0] + sums[1];
  }

  public static void main(String[] args) {
    new Contended().measure(11996000L);
  }
}
