/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Runs tasks at their times, one after the other, in a thread of its own. */
package java.util;

public class Timer {
  private static int numbered;

  /* By time; the monitor of the queue guards it. */
  private final PriorityQueue<TimerTask> queue = new PriorityQueue<>((a, b) -> Long.compare(a.next, b.next));
  private boolean open = true;

  public Timer() {
    this(nextName());
  }

  public Timer(boolean isDaemon) {
    this(nextName(), isDaemon);
  }

  public Timer(String name) {
    this(name, false);
  }

  public Timer(String name, boolean isDaemon) {
    Thread thread = new Thread(this::live, name);
    thread.setDaemon(isDaemon);
    thread.start();
  }

  private static synchronized String nextName() {
    return "Timer-" + numbered++;
  }

  public void schedule(TimerTask task, long delay) {
    add(task, after(delay), 0);
  }

  public void schedule(TimerTask task, Date time) {
    add(task, time.getTime(), 0);
  }

  public void schedule(TimerTask task, long delay, long period) {
    add(task, after(delay), -checked(period));
  }

  public void schedule(TimerTask task, Date first, long period) {
    add(task, first.getTime(), -checked(period));
  }

  public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
    add(task, after(delay), checked(period));
  }

  public void scheduleAtFixedRate(TimerTask task, Date first, long period) {
    add(task, first.getTime(), checked(period));
  }

  private static long after(long delay) {
    if (delay < 0)
      throw new IllegalArgumentException("Negative delay.");
    return System.currentTimeMillis() + delay;
  }

  private static long checked(long period) {
    if (period <= 0)
      throw new IllegalArgumentException("Non-positive period.");
    return period;
  }

  private void add(TimerTask task, long time, long period) {
    if (time < 0)
      throw new IllegalArgumentException("Illegal execution time.");
    synchronized (queue) {
      if (!open)
        throw new IllegalStateException("Timer already cancelled.");
      synchronized (task.lock) {
        if (task.state != TimerTask.NEW)
          throw new IllegalStateException("Task already scheduled or cancelled");
        task.state = TimerTask.SCHEDULED;
        task.next = time;
        task.period = period;
      }
      queue.add(task);
      queue.notify();
    }
  }

  public void cancel() {
    synchronized (queue) {
      open = false;
      queue.clear();
      queue.notify();
    }
  }

  /* Forgets the tasks that have been cancelled; returns how many they were. */
  public int purge() {
    synchronized (queue) {
      int before = queue.size();
      queue.removeIf(Timer::isCancelled);
      return before - queue.size();
    }
  }

  private static boolean isCancelled(TimerTask task) {
    synchronized (task.lock) {
      return task.state == TimerTask.CANCELLED;
    }
  }

  /* What the thread does. A task that throws ends it, and no other task can be scheduled then. */
  private void live() {
    try {
      for (TimerTask task = await(); task != null; task = await())
        task.run();
    } catch (InterruptedException e) {
      /* As the JDK has it, an interrupt ends the timer without a word. */
    } finally {
      cancel();
    }
  }

  /* Waits for the next task to run; null when the timer has been cancelled. */
  private TimerTask await() throws InterruptedException {
    synchronized (queue) {
      while (open) {
        TimerTask first = queue.peek();
        if (first == null) {
          queue.wait();
          continue;
        }
        if (isCancelled(first)) {
          queue.poll();
          continue;
        }
        long left = first.next - System.currentTimeMillis();
        if (left > 0)
          queue.wait(left);
        else if (begin(queue.poll()))
          return first;
      }
      return null;
    }
  }

  /* Plans the next run of a task whose time has come; false when it has been cancelled. */
  private boolean begin(TimerTask task) {
    synchronized (task.lock) {
      if (task.state == TimerTask.CANCELLED)
        return false;
      if (task.period == 0) {
        task.state = TimerTask.DONE;
        return true;
      }
      task.next = task.period > 0 ? task.next + task.period : System.currentTimeMillis() - task.period;
    }
    queue.add(task);
    return true;
  }
}
