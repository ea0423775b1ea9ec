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
  private final ThreadFactory factory;
  private final long keepAliveNanos;
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
    if (coreSize < 0 || largestSize <= 0 || largestSize < coreSize || keepAlive < 0)
      throw new IllegalArgumentException();
    this.coreSize = coreSize;
    this.largestSize = largestSize;
    this.keepAliveNanos = unit.toNanos(keepAlive);
    this.queue = Objects.requireNonNull(queue);
    this.factory = Objects.requireNonNull(factory);
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
    return stopped || shutdown && queue.isEmpty() || timedOut && workers.size() > (queue.isEmpty() ? coreSize : 1);
  }

  private synchronized boolean mayTimeOut() {
    return workers.size() > coreSize;
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
    throw new RejectedExecutionException("Task " + task + " rejected from " + this);
  }

  /* Idle threads wait for a task: they are woken to look again. */
  @Override
  public synchronized void shutdown() {
    shutdown = true;
    for (Worker worker : workers)
      if (!worker.busy)
        worker.thread.interrupt();
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
