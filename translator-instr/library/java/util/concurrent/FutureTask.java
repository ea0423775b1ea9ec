/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task with its result. It runs once; who wants the result waits in its monitor. */
package java.util.concurrent;

import java.util.Objects;

public class FutureTask<V> implements RunnableFuture<V> {
  private enum Phase { NEW, RUNNING, DONE, FAILED, CANCELLED }

  private final Callable<V> task;
  private Phase phase = Phase.NEW;
  private Thread runner;
  private V result;
  private Throwable failure;

  public FutureTask(Callable<V> task) {
    this.task = Objects.requireNonNull(task);
  }

  public FutureTask(Runnable task, V result) {
    this(Executors.callable(task, result));
  }

  private synchronized boolean begin() {
    if (phase != Phase.NEW)
      return false;
    phase = Phase.RUNNING;
    runner = Thread.currentThread();
    return true;
  }

  @Override
  public void run() {
    if (!begin())
      return;
    try {
      set(task.call());
    } catch (Throwable thrown) {
      setException(thrown);
    }
  }

  /* Runs the task, and leaves it to be run again; false when it has failed or been cancelled. */
  protected boolean runAndReset() {
    if (!begin())
      return false;
    try {
      task.call();
    } catch (Throwable thrown) {
      setException(thrown);
    }
    synchronized (this) {
      runner = null;
      if (phase != Phase.RUNNING)
        return false;
      phase = Phase.NEW;
      return true;
    }
  }

  protected void set(V value) {
    end(Phase.DONE, value, null);
  }

  protected void setException(Throwable thrown) {
    end(Phase.FAILED, null, thrown);
  }

  private void end(Phase how, V value, Throwable thrown) {
    synchronized (this) {
      if (isDone())
        return;
      phase = how;
      result = value;
      failure = thrown;
      runner = null;
      notifyAll();
    }
    done();
  }

  /* For subclasses: called once, when the task has ended in any way. */
  protected void done() {
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    synchronized (this) {
      if (isDone())
        return false;
      if (mayInterrupt && runner != null)
        runner.interrupt();
      end(Phase.CANCELLED, null, null);
    }
    return true;
  }

  @Override
  public synchronized boolean isCancelled() {
    return phase == Phase.CANCELLED;
  }

  @Override
  public synchronized boolean isDone() {
    return phase != Phase.NEW && phase != Phase.RUNNING;
  }

  private V outcome() throws ExecutionException {
    if (phase == Phase.CANCELLED)
      throw new CancellationException();
    if (phase == Phase.FAILED)
      throw new ExecutionException(failure);
    return result;
  }

  @Override
  public synchronized V get() throws InterruptedException, ExecutionException {
    while (!isDone())
      wait();
    return outcome();
  }

  @Override
  public synchronized V get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    long deadline = Waiting.deadline(timeout, unit);
    while (!isDone())
      if (!Waiting.until(this, deadline))
        throw new TimeoutException();
    return outcome();
  }
}
