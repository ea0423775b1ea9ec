/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a Timer runs, once or again and again. */
package java.util;

public abstract class TimerTask implements Runnable {
  static final int NEW = 0;
  static final int SCHEDULED = 1;
  static final int DONE = 2;
  static final int CANCELLED = 3;

  /* Locked for what follows. */
  final Object lock = new Object();
  int state = NEW;
  /* When it runs next, in milliseconds since 1970. */
  long next;
  /* Milliseconds: > 0 from plan to plan, < 0 from run to run, 0: it runs once. */
  long period;

  protected TimerTask() {
  }

  @Override
  public abstract void run();

  /* Whether this kept it from running once more. */
  public boolean cancel() {
    synchronized (lock) {
      boolean prevented = state == SCHEDULED;
      state = CANCELLED;
      return prevented;
    }
  }

  public long scheduledExecutionTime() {
    synchronized (lock) {
      return period < 0 ? next + period : next - period;
    }
  }
}
