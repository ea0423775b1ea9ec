/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads for tasks that are divided. A thread that has nothing to do takes the task that was forked last. */
package java.util.concurrent;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

public class ForkJoinPool extends AbstractExecutorService {
  private static int numbered;

  private final int parallelism;
  private final int number;
  /* What has been forked and not begun; the monitor of the pool guards what follows. */
  private final ArrayDeque<ForkJoinTask<?>> forked = new ArrayDeque<>();
  private int threads;
  private int made;
  private int idle;
  private boolean shutdown;

  private static final class Common {
    static final ForkJoinPool POOL = new ForkJoinPool();
  }

  private static final class Worker extends Thread {
    final ForkJoinPool pool;

    Worker(ForkJoinPool pool, String name) {
      super(name);
      this.pool = pool;
      setDaemon(true);
    }

    @Override
    public void run() {
      for (ForkJoinTask<?> task = pool.take(); task != null; task = pool.take())
        task.runHere();
    }
  }

  private static final class Plain<V> extends ForkJoinTask<V> {
    private final Callable<V> task;
    private V result;

    Plain(Callable<V> task) {
      this.task = task;
    }

    @Override
    public V getRawResult() {
      return result;
    }

    @Override
    protected void setRawResult(V value) {
      result = value;
    }

    @Override
    protected boolean exec() {
      try {
        result = task.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new RuntimeException(e);
      }
      return true;
    }
  }

  public ForkJoinPool() {
    this(Runtime.getRuntime().availableProcessors());
  }

  public ForkJoinPool(int parallelism) {
    if (parallelism <= 0)
      throw new IllegalArgumentException();
    this.parallelism = parallelism;
    synchronized (ForkJoinPool.class) {
      number = ++numbered;
    }
  }

  public static ForkJoinPool commonPool() {
    return Common.POOL;
  }

  public static int getCommonPoolParallelism() {
    return commonPool().parallelism;
  }

  static ForkJoinPool currentOrNull() {
    Thread thread = Thread.currentThread();
    return thread instanceof Worker ? ((Worker) thread).pool : null;
  }

  static ForkJoinPool current() {
    ForkJoinPool pool = currentOrNull();
    return pool != null ? pool : commonPool();
  }

  synchronized void push(ForkJoinTask<?> task) {
    if (shutdown && currentOrNull() != this)
      throw new RejectedExecutionException();
    forked.push(task);
    if (idle > 0) {
      notifyAll();
    } else if (threads < parallelism) {
      threads++;
      new Worker(this, "ForkJoinPool-" + number + "-worker-" + ++made).start();
    }
  }

  /* The next task; null when the thread is to end. Tasks that a joining thread has done are passed over. */
  synchronized ForkJoinTask<?> take() {
    for (;;) {
      ForkJoinTask<?> task = forked.poll();
      if (task != null && !task.isDone())
        return task;
      if (task != null)
        continue;
      if (shutdown) {
        threads--;
        notifyAll();
        return null;
      }
      idle++;
      try {
        wait();
      } catch (InterruptedException e) {
        /* Whoever interrupts it has no task for it. */
      }
      idle--;
    }
  }

  public <T> T invoke(ForkJoinTask<T> task) {
    push(task);
    return task.awaitResult();
  }

  public void execute(ForkJoinTask<?> task) {
    push(Objects.requireNonNull(task));
  }

  @Override
  public void execute(Runnable task) {
    push(new Plain<>(Executors.callable(task)));
  }

  public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
    push(Objects.requireNonNull(task));
    return task;
  }

  @Override
  public <T> ForkJoinTask<T> submit(Callable<T> task) {
    return submit(new Plain<>(Objects.requireNonNull(task)));
  }

  @Override
  public <T> ForkJoinTask<T> submit(Runnable task, T result) {
    return submit(Executors.callable(task, result));
  }

  @Override
  public ForkJoinTask<?> submit(Runnable task) {
    return submit(Executors.callable(task, null));
  }

  public int getParallelism() {
    return parallelism;
  }

  public synchronized int getPoolSize() {
    return threads;
  }

  public synchronized long getQueuedTaskCount() {
    return forked.size();
  }

  /* The pool of all programs does not end. */
  @Override
  public void shutdown() {
    if (this != Common.POOL)
      synchronized (this) {
        shutdown = true;
        notifyAll();
      }
  }

  @Override
  public List<Runnable> shutdownNow() {
    if (this != Common.POOL)
      synchronized (this) {
        for (ForkJoinTask<?> task : forked)
          task.cancel(false);
        forked.clear();
        shutdown();
      }
    return Collections.emptyList();
  }

  @Override
  public synchronized boolean isShutdown() {
    return shutdown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutdown && threads == 0;
  }

  private synchronized boolean isQuiet() {
    return forked.isEmpty() && idle == threads;
  }

  public boolean awaitQuiescence(long timeout, TimeUnit unit) {
    long deadline = Waiting.deadline(timeout, unit);
    while (!isQuiet()) {
      if (System.nanoTime() >= deadline)
        return false;
      Thread.yield();
    }
    return true;
  }

  @Override
  public synchronized boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = Waiting.deadline(timeout, unit);
    while (!isTerminated())
      if (!Waiting.until(this, deadline))
        return false;
    return true;
  }
}
