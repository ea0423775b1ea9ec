/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A completion service on an executor. */
package java.util.concurrent;

import java.util.Objects;

public class ExecutorCompletionService<V> implements CompletionService<V> {
  private final Executor executor;
  private final BlockingQueue<Future<V>> done;

  public ExecutorCompletionService(Executor executor) {
    this(executor, new LinkedBlockingQueue<>());
  }

  public ExecutorCompletionService(Executor executor, BlockingQueue<Future<V>> done) {
    this.executor = Objects.requireNonNull(executor);
    this.done = Objects.requireNonNull(done);
  }

  @Override
  public Future<V> submit(Callable<V> task) {
    FutureTask<V> future = new FutureTask<V>(task) {
      @Override
      protected void done() {
        done.add(this);
      }
    };
    executor.execute(future);
    return future;
  }

  @Override
  public Future<V> submit(Runnable task, V result) {
    return submit(Executors.callable(task, result));
  }

  @Override
  public Future<V> take() throws InterruptedException {
    return done.take();
  }

  @Override
  public Future<V> poll() {
    return done.poll();
  }

  @Override
  public Future<V> poll(long timeout, TimeUnit unit) throws InterruptedException {
    return done.poll(timeout, unit);
  }
}
