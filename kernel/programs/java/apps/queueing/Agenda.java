/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What is to happen, and when. Time is in ticks and stands still while an action runs. Actions for the same time
 * run in the order in which they were planned. */
package queueing;

import java.util.Comparator;
import java.util.PriorityQueue;

final class Agenda {
  private static final class Entry {
    final long time, turn;
    final Runnable action;

    Entry(long time, long turn, Runnable action) {
      this.time = time;
      this.turn = turn;
      this.action = action;
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>(
    Comparator.<Entry>comparingLong(entry -> entry.time).thenComparingLong(entry -> entry.turn));
  private long now, planned;

  long now() {
    return now;
  }

  /* Actions planned so far. */
  long planned() {
    return planned;
  }

  /* `action' will run `delay' ticks from now, at least 0. */
  void plan(long delay, Runnable action) {
    entries.add(new Entry(now + delay, planned++, action));
  }

  /* Until nothing is left to do. */
  void run() {
    Entry entry;
    while ((entry = entries.poll()) != null) {
      now = entry.time;
      entry.action.run();
    }
  }
}
