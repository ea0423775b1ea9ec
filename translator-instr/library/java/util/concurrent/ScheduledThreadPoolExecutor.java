/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that run tasks at their times. Tasks wait in a DelayQueue; there are no more threads than the core size, or
 * one. */
package java.util.concurrent;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

public class ScheduledThreadPoolExecutor extends ThreadPoolExecutor implements ScheduledExecutorService {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private volatile boolean periodicAfterShutdown;
  private volatile boolean delayedAfterShutdown = true;
  private volatile boolean removesCancelled;

  public ScheduledThreadPoolExecutor(int threads) {
    this(threads, Executors.defaultThreadFactory());
  }

  public ScheduledThreadPoolExecutor(int threads, ThreadFactory factory) {
    this(threads, factory, new AbortPolicy());
  }

  public ScheduledThreadPoolExecutor(int threads, RejectedExecutionHandler rejected) {
    this(threads, Executors.defaultThreadFactory(), rejected);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  public ScheduledThreadPoolExecutor(int threads, ThreadFactory factory, RejectedExecutionHandler rejected) {
    super(threads, Integer.MAX_VALUE, 10, TimeUnit.MILLISECONDS, (BlockingQueue) new DelayQueue<Task<?>>(), factory,
        rejected);
  }

  private final class Task<V> extends FutureTask<V> implements RunnableScheduledFuture<V> {
    private final long number = NUMBERS.getAndIncrement();
    /* Nanoseconds: > 0 from plan to plan, < 0 from run to run, 0: it runs once. */
    private final long period;
    /* As System.nanoTime(). */
    private volatile long time;

    Task(Callable<V> task, long time, long period) {
      super(task);
      this.time = time;
      this.period = period;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(time - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      if (!(other instanceof Task))
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
      Task<?> task = (Task<?>) other;
      return time != task.time ? time - task.time < 0 ? -1 : 1 : Long.compare(number, task.number);
    }

    @Override
    public boolean isPeriodic() {
      return period != 0;
    }

    boolean mayRun() {
      return !isShutdown() || (isPeriodic() ? periodicAfterShutdown
          : delayedAfterShutdown || getDelay(TimeUnit.NANOSECONDS) <= 0);
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
      boolean cancelled = super.cancel(mayInterrupt);
      if (cancelled && removesCancelled)
        getQueue().remove(this);
      return cancelled;
    }

    @Override
    public void run() {
      if (!mayRun())
        cancel(false);
      else if (!isPeriodic())
        super.run();
      else if (runAndReset()) {
        time = period > 0 ? time + period : System.nanoTime() - period;
        if (mayRun())
          enqueue(this);
        else
          cancel(false);
      }
    }
  }

  /* A worker that runs the task stays for it: it is in the pool. */
  private void enqueue(Task<?> task) {
    getQueue().add(task);
    synchronized (this) {
      if (!prestartCoreThread() && getPoolSize() == 0)
        startOne();
    }
  }

  private <V> Task<V> add(Callable<V> task, long delay, long period, TimeUnit unit) {
    long wait = Math.min(Math.max(unit.toNanos(delay), 0), Long.MAX_VALUE >> 1);
    Task<V> added = new Task<>(task, System.nanoTime() + wait, period);
    if (isShutdown())
      getRejectedExecutionHandler().rejectedExecution(added, this);
    else
      enqueue(added);
    return added;
  }

  private static long checked(long period, TimeUnit unit) {
    if (period <= 0)
      throw new IllegalArgumentException();
    return unit.toNanos(period);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
    return add(Executors.callable(task, null), delay, 0, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
    return add(Objects.requireNonNull(task), delay, 0, unit);
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
    return add(Executors.callable(task, null), delay, checked(period, unit), unit);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
    return add(Executors.callable(task, null), delay, -checked(pause, unit), unit);
  }

  @Override
  public void execute(Runnable task) {
    schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public Future<?> submit(Runnable task) {
    return schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    return schedule(Executors.callable(task, result), 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public <T> Future<T> submit(Callable<T> task) {
    return schedule(task, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public void shutdown() {
    super.shutdown();
    for (Object waiting : getQueue().toArray()) {
      Task<?> task = (Task<?>) waiting;
      if (task.isCancelled() || (task.isPeriodic() ? !periodicAfterShutdown : !delayedAfterShutdown)) {
        getQueue().remove(task);
        task.cancel(false);
      }
    }
    super.shutdown();
  }

  public void setContinueExistingPeriodicTasksAfterShutdownPolicy(boolean now) {
    periodicAfterShutdown = now;
  }

  public boolean getContinueExistingPeriodicTasksAfterShutdownPolicy() {
    return periodicAfterShutdown;
  }

  public void setExecuteExistingDelayedTasksAfterShutdownPolicy(boolean now) {
    delayedAfterShutdown = now;
  }

  public boolean getExecuteExistingDelayedTasksAfterShutdownPolicy() {
    return delayedAfterShutdown;
  }

  public void setRemoveOnCancelPolicy(boolean now) {
    removesCancelled = now;
  }

  public boolean getRemoveOnCancelPolicy() {
    return removesCancelled;
  }
}
