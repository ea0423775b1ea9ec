/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes executors, and tasks for them. */
package java.util.concurrent;

import java.util.Objects;

public final class Executors {
  private static int pools;

  private Executors() {
  }

  /* Threads named pool-N-thread-M that keep the program alive. */
  private static final class NamedThreads implements ThreadFactory {
    private final String prefix;
    private int made;

    NamedThreads(int pool) {
      prefix = "pool-" + pool + "-thread-";
    }

    @Override
    public synchronized Thread newThread(Runnable task) {
      Thread thread = new Thread(task, prefix + ++made);
      thread.setDaemon(false);
      return thread;
    }
  }

  public static synchronized ThreadFactory defaultThreadFactory() {
    return new NamedThreads(++pools);
  }

  public static ExecutorService newFixedThreadPool(int threads) {
    return newFixedThreadPool(threads, defaultThreadFactory());
  }

  public static ExecutorService newFixedThreadPool(int threads, ThreadFactory factory) {
    return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
  }

  public static ExecutorService newSingleThreadExecutor() {
    return newFixedThreadPool(1);
  }

  public static ExecutorService newSingleThreadExecutor(ThreadFactory factory) {
    return newFixedThreadPool(1, factory);
  }

  public static ExecutorService newCachedThreadPool() {
    return newCachedThreadPool(defaultThreadFactory());
  }

  public static ExecutorService newCachedThreadPool(ThreadFactory factory) {
    return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
  }

  public static ScheduledExecutorService newScheduledThreadPool(int threads) {
    return newScheduledThreadPool(threads, defaultThreadFactory());
  }

  public static ScheduledExecutorService newScheduledThreadPool(int threads, ThreadFactory factory) {
    return new ScheduledThreadPoolExecutor(threads, factory);
  }

  public static ScheduledExecutorService newSingleThreadScheduledExecutor() {
    return newScheduledThreadPool(1);
  }

  public static ScheduledExecutorService newSingleThreadScheduledExecutor(ThreadFactory factory) {
    return newScheduledThreadPool(1, factory);
  }

  public static <T> Callable<T> callable(Runnable task, T result) {
    Objects.requireNonNull(task);
    return () -> {
      task.run();
      return result;
    };
  }

  public static Callable<Object> callable(Runnable task) {
    return callable(task, null);
  }
}
