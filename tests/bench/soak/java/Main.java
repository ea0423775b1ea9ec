/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program that does a little of everything for a long time, mostly asleep, the companion of
 * tests/kernel/programs/soak.c: threads that make objects, keep some for a while, log events and wait for each other;
 * threads that come and go, and a collection, every other second. Who reads the profile compares it with what is
 * counted here.
 *
 * Argument: for how many seconds. Prints what was made and logged, and how much memory is in use after a
 * collection, each minute and at the end. The objects counted are those that Worker.make() makes: only these are
 * to be recorded.
 */
package soak;

import jx.prof.EventLog;

public final class Main {
  private static final int WORKERS = 3;
  private static final int COLLECT_MS = 2000;      /* garbage for one or two more collections comes in between */
  private static final int TOLD = 30;               /* collections: a minute */
  private static final int COLLECTED = EventLog.register("soak collected"); /* argument: asked for so far */

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    long seconds = Long.parseLong(args[0]), end = System.nanoTime() + seconds * 1_000_000_000;
    Worker[] workers = new Worker[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
      workers[i] = new Worker(i, end);
      workers[i].start();
    }
    long asked = lookOn(end, workers);
    long logged = asked;
    for (Worker worker : workers) {
      worker.join();
      logged += worker.logged();
    }
    asked++;
    System.gc();
    System.out.println("soak: " + seconds + " seconds, " + logged + " events, " + made(workers) + " objects, " + asked
      + " collections");
    System.out.println("soak: " + used() + " bytes in use at the end");
  }

  /* Returns how often a collection was asked for, and logged. */
  private static long lookOn(long end, Worker[] workers) throws InterruptedException {
    long asked = 0;
    while (System.nanoTime() < end) {
      Thread passer = new Thread(() -> Thread.yield(), "passer-by");
      passer.start();
      passer.join();
      Thread.sleep(COLLECT_MS);
      System.gc();
      EventLog.log(COLLECTED, asked++);
      if (asked % TOLD == 1)
        System.out.println("soak: collection " + asked + ", " + used() + " bytes in use, " + made(workers)
          + " objects");
    }
    return asked;
  }

  private static long made(Worker[] workers) {
    long sum = 0;
    for (Worker worker : workers)
      sum += worker.made();
    return sum;
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
