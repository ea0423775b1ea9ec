/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that take tasks from a queue. Up to the core size each task gets a thread of its own; then tasks
 * queue; when the queue is full there are more threads, up to the largest size. A thread beyond the core that
 * finds nothing to do for a while ends. */
package java.util.concurrent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

public class ThreadPoolExecutor extends AbstractExecutorService {
  private final BlockingQueue<Runnable> queue;
  private volatile ThreadFactory factory;
  private volatile RejectedExecutionHandler rejected;
  private volatile long keepAliveNanos;
  private volatile boolean coreTimesOut;
  private int coreSize;
  private int largestSize;
  private final List<Worker> workers = new ArrayList<>();
  private int peakSize;
  private long completed;
  private boolean shutdown;
  private boolean stopped;

  public ThreadPoolExecutor(int coreSize, int largestSize, long keepAlive, TimeUnit unit,
      BlockingQueue<Runnable> queue) {
    this(coreSize, largestSize, keepAlive, unit, queue, Executors.defaultThreadFactory());
  }

  public ThreadPoolExecutor(int coreSize, int largestSize, long keepAlive, TimeUnit unit,
      BlockingQueue<Runnable> queue, ThreadFactory factory) {
    this(coreSize, largestSize, keepAlive, unit, queue, factory, new AbortPolicy());
  }

  public ThreadPoolExecutor(int coreSize, int largestSize, long keepAlive, TimeUnit unit,
      BlockingQueue<Runnable> queue, RejectedExecutionHandler rejected) {
    this(coreSize, largestSize, keepAlive, unit, queue, Executors.defaultThreadFactory(), rejected);
  }

  public ThreadPoolExecutor(int coreSize, int largestSize, long keepAlive, TimeUnit unit,
      BlockingQueue<Runnable> queue, ThreadFactory factory, RejectedExecutionHandler rejected) {
    if (coreSize < 0 || largestSize <= 0 || largestSize < coreSize || keepAlive < 0)
      throw new IllegalArgumentException();
    this.coreSize = coreSize;
    this.largestSize = largestSize;
    this.keepAliveNanos = unit.toNanos(keepAlive);
    this.queue = Objects.requireNonNull(queue);
    this.factory = Objects.requireNonNull(factory);
    this.rejected = Objects.requireNonNull(rejected);
  }

  /* What becomes of a task that the pool does not take. */
  public static class AbortPolicy implements RejectedExecutionHandler {
    public AbortPolicy() {
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
      throw new RejectedExecutionException("Task " + task + " rejected from " + pool);
    }
  }

  public static class CallerRunsPolicy implements RejectedExecutionHandler {
    public CallerRunsPolicy() {
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
      if (!pool.isShutdown())
        task.run();
    }
  }

  public static class DiscardPolicy implements RejectedExecutionHandler {
    public DiscardPolicy() {
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
    }
  }

  public static class DiscardOldestPolicy implements RejectedExecutionHandler {
    public DiscardOldestPolicy() {
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
      if (pool.isShutdown())
        return;
      pool.getQueue().poll();
      pool.execute(task);
    }
  }

  private final class Worker implements Runnable {
    private Runnable next;
    private Thread thread;
    private boolean busy = true;

    Worker(Runnable first) {
      next = first;
    }

    @Override
    public void run() {
      boolean regular = false;
      try {
        while (next != null || (next = take(this)) != null) {
          Runnable task = next;
          next = null;
          perform(task, thread);
        }
        regular = true;
      } finally {
        left(this, !regular);
      }
    }
  }

  private void perform(Runnable task, Thread thread) {
    beforeExecute(thread, task);
    try {
      task.run();
    } catch (RuntimeException | Error thrown) {
      afterExecute(task, thrown);
      throw thrown;
    } finally {
      synchronized (this) {
        completed++;
      }
    }
    afterExecute(task, null);
  }

  protected void beforeExecute(Thread thread, Runnable task) {
  }

  protected void afterExecute(Runnable task, Throwable thrown) {
  }

  protected void terminated() {
  }

  private synchronized boolean mustEnd(boolean timedOut) {
    return stopped || shutdown && queue.isEmpty() || timedOut && workers.size() > (queue.isEmpty() ? keptSize() : 1);
  }

  /* As many threads stay when there is nothing to do. */
  private int keptSize() {
    return coreTimesOut ? 0 : coreSize;
  }

  private synchronized boolean mayTimeOut() {
    return workers.size() > keptSize();
  }

  /* The next task; null for a worker that is to end. An interrupt that is not the pool's own is forgotten. */
  private Runnable take(Worker worker) {
    worker.busy = false;
    boolean timedOut = false;
    while (!mustEnd(timedOut)) {
      timedOut = false;
      try {
        Runnable task = mayTimeOut() ? queue.poll(keepAliveNanos, TimeUnit.NANOSECONDS) : queue.take();
        if (task != null) {
          worker.busy = true;
          return task;
        }
        timedOut = true;
      } catch (InterruptedException e) {
        /* The loop looks whether the pool is being shut down. */
      }
    }
    return null;
  }

  private void left(Worker worker, boolean failed) {
    synchronized (this) {
      workers.remove(worker);
      if (failed && !stopped && (!shutdown || !queue.isEmpty()))
        start(null);
      else if (workers.isEmpty() && !shutdown && !queue.isEmpty())
        start(null);
      tryTerminate();
    }
  }

  private void tryTerminate() {
    if (!isTerminated())
      return;
    terminated();
    notifyAll();
  }

  /* For a core of no threads. */
  final synchronized void startOne() {
    start(null);
  }

  private void start(Runnable first) {
    Worker worker = new Worker(first);
    worker.thread = factory.newThread(worker);
    workers.add(worker);
    peakSize = Math.max(peakSize, workers.size());
    worker.thread.start();
  }

  @Override
  public void execute(Runnable task) {
    Objects.requireNonNull(task);
    synchronized (this) {
      if (!shutdown) {
        if (workers.size() < coreSize) {
          start(task);
          return;
        }
        if (queue.offer(task)) {
          if (workers.isEmpty())
            start(null);
          return;
        }
        if (workers.size() < largestSize) {
          start(task);
          return;
        }
      }
    }
    rejected.rejectedExecution(task, this);
  }

  public RejectedExecutionHandler getRejectedExecutionHandler() {
    return rejected;
  }

  public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
    rejected = Objects.requireNonNull(handler);
  }

  public ThreadFactory getThreadFactory() {
    return factory;
  }

  public void setThreadFactory(ThreadFactory now) {
    factory = Objects.requireNonNull(now);
  }

  public long getKeepAliveTime(TimeUnit unit) {
    return unit.convert(keepAliveNanos, TimeUnit.NANOSECONDS);
  }

  public void setKeepAliveTime(long time, TimeUnit unit) {
    if (time < 0)
      throw new IllegalArgumentException();
    if (time == 0 && coreTimesOut)
      throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
    keepAliveNanos = unit.toNanos(time);
    wakeIdle();
  }

  public boolean allowsCoreThreadTimeOut() {
    return coreTimesOut;
  }

  public void allowCoreThreadTimeOut(boolean allowed) {
    if (allowed && keepAliveNanos <= 0)
      throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
    coreTimesOut = allowed;
    wakeIdle();
  }

  public synchronized void setCorePoolSize(int size) {
    if (size < 0 || largestSize < size)
      throw new IllegalArgumentException();
    int more = Math.min(size - coreSize, queue.size());
    coreSize = size;
    for (; more > 0 && workers.size() < coreSize; more--)
      start(null);
    wakeIdle();
  }

  public synchronized void setMaximumPoolSize(int size) {
    if (size <= 0 || size < coreSize)
      throw new IllegalArgumentException();
    largestSize = size;
    wakeIdle();
  }

  public synchronized boolean prestartCoreThread() {
    if (workers.size() >= coreSize)
      return false;
    start(null);
    return true;
  }

  public synchronized int prestartAllCoreThreads() {
    int started = 0;
    while (prestartCoreThread())
      started++;
    return started;
  }

  public boolean remove(Runnable task) {
    boolean removed = queue.remove(task);
    synchronized (this) {
      tryTerminate();
    }
    return removed;
  }

  /* Forgets the tasks that have been cancelled. */
  public void purge() {
    queue.removeIf(task -> task instanceof Future && ((Future<?>) task).isCancelled());
  }

  public synchronized long getTaskCount() {
    return completed + getActiveCount() + queue.size();
  }

  public synchronized boolean isTerminating() {
    return shutdown && !isTerminated();
  }

  /* Idle threads wait for a task: they are woken to look again. */
  private synchronized void wakeIdle() {
    for (Worker worker : workers)
      if (!worker.busy)
        worker.thread.interrupt();
  }

  @Override
  public synchronized void shutdown() {
    shutdown = true;
    wakeIdle();
    tryTerminate();
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    shutdown = true;
    stopped = true;
    List<Runnable> left = new ArrayList<>();
    queue.drainTo(left);
    for (Worker worker : workers)
      worker.thread.interrupt();
    tryTerminate();
    return left;
  }

  @Override
  public synchronized boolean isShutdown() {
    return shutdown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutdown && workers.isEmpty();
  }

  @Override
  public synchronized boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = Waiting.deadline(timeout, unit);
    while (!isTerminated())
      if (!Waiting.until(this, deadline))
        return false;
    return true;
  }

  public synchronized int getPoolSize() {
    return workers.size();
  }

  public synchronized int getLargestPoolSize() {
    return peakSize;
  }

  public synchronized int getCorePoolSize() {
    return coreSize;
  }

  public synchronized int getMaximumPoolSize() {
    return largestSize;
  }

  public synchronized int getActiveCount() {
    int active = 0;
    for (Worker worker : workers)
      if (worker.busy)
        active++;
    return active;
  }

  public synchronized long getCompletedTaskCount() {
    return completed;
  }

  public BlockingQueue<Runnable> getQueue() {
    return queue;
  }

  @Override
  public synchronized String toString() {
    return super.toString() + "[" + (!shutdown ? "Running" : isTerminated() ? "Terminated" : "Shutting down")
        + ", pool size = " + workers.size() + ", active threads = " + getActiveCount()
        + ", queued tasks = " + queue.size() + ", completed tasks = " + completed + "]";
  }
}
