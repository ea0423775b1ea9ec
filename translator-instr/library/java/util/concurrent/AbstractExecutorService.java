/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An executor service from execute(). */
package java.util.concurrent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

public abstract class AbstractExecutorService implements ExecutorService {
  private <T> Future<T> start(FutureTask<T> task) {
    execute(task);
    return task;
  }

  @Override
  public <T> Future<T> submit(Callable<T> task) {
    return start(new FutureTask<>(task));
  }

  @Override
  public <T> Future<T> submit(Runnable task, T result) {
    return start(new FutureTask<>(task, result));
  }

  @Override
  public Future<?> submit(Runnable task) {
    return start(new FutureTask<Void>(task, null));
  }

  @Override
  public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> task : tasks)
      futures.add(submit(task));
    try {
      for (Future<T> future : futures)
        awaitEnd(future);
    } catch (InterruptedException e) {
      for (Future<T> future : futures)
        future.cancel(true);
      throw e;
    }
    return futures;
  }

  private static void awaitEnd(Future<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException | CancellationException e) {
      /* The caller finds it in the future. */
    }
  }

  /* The result of the first task, in their order, that succeeds. */
  @Override
  public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
    if (tasks.isEmpty())
      throw new IllegalArgumentException();
    List<Future<T>> futures = new ArrayList<>();
    for (Callable<T> task : tasks)
      futures.add(submit(task));
    ExecutionException failure = null;
    try {
      for (Future<T> future : futures)
        try {
          return future.get();
        } catch (ExecutionException e) {
          failure = e;
        }
    } finally {
      for (Future<T> future : futures)
        future.cancel(true);
    }
    throw failure;
  }
}
