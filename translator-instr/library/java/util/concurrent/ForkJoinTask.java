/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task that may be divided: a thread that joins a task which has not begun does it itself. */
package java.util.concurrent;

import java.util.Arrays;
import java.util.Collection;

public abstract class ForkJoinTask<V> implements Future<V>, java.io.Serializable {
  private enum Phase { NEW, RUNNING, DONE, FAILED, CANCELLED }

  private Phase phase = Phase.NEW;
  private Throwable failure;

  public ForkJoinTask() {
  }

  public abstract V getRawResult();

  protected abstract void setRawResult(V value);

  /* Does the task; returns whether it is complete then. */
  protected abstract boolean exec();

  private synchronized boolean claim() {
    if (phase != Phase.NEW)
      return false;
    phase = Phase.RUNNING;
    return true;
  }

  private synchronized void end(Phase how, Throwable thrown) {
    if (isDone())
      return;
    phase = how;
    failure = thrown;
    notifyAll();
  }

  /* Does the task in this thread, unless it has begun. */
  final void runHere() {
    if (!claim())
      return;
    try {
      if (exec())
        end(Phase.DONE, null);
    } catch (Throwable thrown) {
      end(Phase.FAILED, thrown);
    }
  }

  private synchronized void awaitEnd() {
    boolean interrupted = false;
    while (!isDone())
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  /* What a thread outside of the pool does that has handed the task in. */
  final V awaitResult() {
    awaitEnd();
    check();
    return getRawResult();
  }

  private void check() {
    if (phase == Phase.CANCELLED)
      throw new CancellationException();
    if (failure instanceof RuntimeException)
      throw (RuntimeException) failure;
    if (failure instanceof Error)
      throw (Error) failure;
    if (failure != null)
      throw new RuntimeException(failure);
  }

  public final ForkJoinTask<V> fork() {
    ForkJoinPool.current().push(this);
    return this;
  }

  public final V join() {
    quietlyJoin();
    check();
    return getRawResult();
  }

  public final V invoke() {
    return join();
  }

  public final void quietlyJoin() {
    runHere();
    awaitEnd();
  }

  public final void quietlyInvoke() {
    quietlyJoin();
  }

  public static void invokeAll(ForkJoinTask<?> first, ForkJoinTask<?> second) {
    second.fork();
    first.join();
    second.join();
  }

  public static void invokeAll(ForkJoinTask<?>... tasks) {
    invokeAll(Arrays.asList(tasks));
  }

  public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
    for (T task : tasks)
      task.fork();
    for (T task : tasks)
      task.join();
    return tasks;
  }

  @Override
  public final V get() throws InterruptedException, ExecutionException {
    runHere();
    synchronized (this) {
      while (!isDone())
        wait();
    }
    return report();
  }

  @Override
  public final V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
    long deadline = Waiting.deadline(timeout, unit);
    synchronized (this) {
      while (!isDone())
        if (!Waiting.until(this, deadline))
          throw new TimeoutException();
    }
    return report();
  }

  private V report() throws ExecutionException {
    if (phase == Phase.CANCELLED)
      throw new CancellationException();
    if (failure != null)
      throw new ExecutionException(failure);
    return getRawResult();
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    end(Phase.CANCELLED, null);
    return isCancelled();
  }

  @Override
  public final synchronized boolean isDone() {
    return phase != Phase.NEW && phase != Phase.RUNNING;
  }

  @Override
  public final synchronized boolean isCancelled() {
    return phase == Phase.CANCELLED;
  }

  public final synchronized boolean isCompletedNormally() {
    return phase == Phase.DONE;
  }

  public final synchronized boolean isCompletedAbnormally() {
    return phase == Phase.FAILED || phase == Phase.CANCELLED;
  }

  public final synchronized Throwable getException() {
    return phase == Phase.CANCELLED ? new CancellationException() : failure;
  }

  public void complete(V value) {
    setRawResult(value);
    end(Phase.DONE, null);
  }

  public void completeExceptionally(Throwable thrown) {
    end(Phase.FAILED, thrown instanceof RuntimeException || thrown instanceof Error ? thrown
        : new RuntimeException(thrown));
  }

  public static ForkJoinPool getPool() {
    return ForkJoinPool.currentOrNull();
  }

  public static boolean inForkJoinPool() {
    return ForkJoinPool.currentOrNull() != null;
  }
}
