/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes objects of many sizes and ages, and logs an event for each turn, with a number, so that each one that is
 * missing is seen. */
package soak;

import jx.prof.EventLog;

final class Worker extends Thread {
  private static final long TURN_MS = 10;
  private static final int OBJECTS = 8;            /* in a turn */
  private static final int KEPT = 60;              /* an object that is kept lives for 15 turns */
  private static final int MOST_BYTES = 4096;      /* of an array; the large ones are none of a thread's cache */
  private static final Object SHARED = new Object();
  private static long turns;                       /* of all; under SHARED */

  private final long end;
  private final int event;
  private final Object[] kept = new Object[KEPT];
  private long random;                             /* Knuth's MMIX, TAOCP 2, section 3.3.4 */
  private volatile long logged, made;

  Worker(int number, long end) {
    super("soak " + number);
    this.end = end;
    random = number;
    event = EventLog.register("soak " + number);
  }

  @Override
  public void run() {
    try {
      while (System.nanoTime() < end) {
        turn();
        Thread.sleep(TURN_MS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void turn() {
    EventLog.log(event, logged++);
    for (int i = 0; i < OBJECTS; i++) {
      Object object = make();
      if ((draw() & 1) == 0)
        kept[draw() % KEPT] = object;
    }
    synchronized (SHARED) {
      turns++;
    }
  }

  private Object make() {
    made++;
    return (draw() & 3) != 0 ? new Object() : new byte[draw() % MOST_BYTES];
  }

  private int draw() {
    random = random * 6364136223846793005L + 1442695040888963407L;
    return (int)(random >>> 33);
  }

  long logged() {
    return logged;
  }

  long made() {
    return made;
  }
}
