/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a number of threads wait for each other, again and again. */
package java.util.concurrent;

public class CyclicBarrier {
  private static final class Generation {
    boolean broken;
  }

  private final int parties;
  private final Runnable action;
  private int missing;
  private Generation generation = new Generation();

  public CyclicBarrier(int parties) {
    this(parties, null);
  }

  /* The last thread to arrive runs `action` before all go on. */
  public CyclicBarrier(int parties, Runnable action) {
    if (parties <= 0)
      throw new IllegalArgumentException();
    this.parties = parties;
    this.action = action;
    missing = parties;
  }

  private void next() {
    generation = new Generation();
    missing = parties;
    notifyAll();
  }

  private void spoil() {
    generation.broken = true;
    missing = parties;
    notifyAll();
  }

  private void open() {
    boolean done = false;
    try {
      if (action != null)
        action.run();
      done = true;
      next();
    } finally {
      if (!done)
        spoil();
    }
  }

  /* -1 when the deadline passes first. */
  private synchronized int arrive(long deadline) throws InterruptedException, BrokenBarrierException {
    Generation own = generation;
    if (own.broken)
      throw new BrokenBarrierException();
    if (Thread.interrupted()) {
      spoil();
      throw new InterruptedException();
    }
    int index = --missing;
    if (index == 0) {
      open();
      return 0;
    }
    while (own == generation && !own.broken)
      waitOnce(own, deadline);
    if (own == generation)
      throw new BrokenBarrierException();
    return index;
  }

  private void waitOnce(Generation own, long deadline) throws InterruptedException {
    try {
      if (!Waiting.until(this, deadline)) {
        spoil();
        late = own;
      }
    } catch (InterruptedException e) {
      if (own != generation || own.broken) {
        Thread.currentThread().interrupt();
        return;
      }
      spoil();
      throw e;
    }
  }

  /* The generation that was spoilt by a deadline, for the thread that spoilt it. */
  private Generation late;

  public int await() throws InterruptedException, BrokenBarrierException {
    return arrive(Long.MAX_VALUE);
  }

  public synchronized int await(long timeout, TimeUnit unit)
      throws InterruptedException, BrokenBarrierException, TimeoutException {
    try {
      return arrive(Waiting.deadline(timeout, unit));
    } catch (BrokenBarrierException e) {
      if (late == null)
        throw e;
      late = null;
      throw new TimeoutException();
    }
  }

  public int getParties() {
    return parties;
  }

  public synchronized int getNumberWaiting() {
    return parties - missing;
  }

  public synchronized boolean isBroken() {
    return generation.broken;
  }

  public synchronized void reset() {
    spoil();
    next();
  }
}
