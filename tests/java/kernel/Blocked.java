/* SPDX-License-Identifier: GPL-2.0-or-later */

/** A timed method that has to wait for a monitor: the wait is not its time, nor its callers'. */
public class Blocked {
  static final int ROUNDS = 20;
  static final Object lock = new Object();
  static volatile boolean held;
  static int sink;

  static void work() {
    for (int i = 0; i < 1_000_000; i++)
      sink += i ^ sink;
  }

  static void hold() {
    synchronized (lock) {
      held = true;
      work();
    }
  }

  static void enter() {
    synchronized (lock) {
      sink++;
    }
  }

  static long waitOnce() {
    long begun = System.nanoTime();
    enter();
    return System.nanoTime() - begun;
  }

  public static void main(String[] args) throws InterruptedException {
    int waits = 0;
    for (int i = 0; i < ROUNDS; i++) {
      held = false;
      Thread holder = new Thread(Blocked::hold);
      holder.start();
      while (!held)
        Thread.yield();
      if (waitOnce() > 100_000)
        waits++;
      holder.join();
    }
    System.out.println("waited " + waits + " times");
  }
}
