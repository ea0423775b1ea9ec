/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Permits that are taken and given back. */
package java.util.concurrent;

public class Semaphore implements java.io.Serializable {
  private int permits;

  public Semaphore(int permits) {
    this.permits = permits;
  }

  /* Threads are served in the order in which the scheduler runs them, `fair` or not. */
  public Semaphore(int permits, boolean fair) {
    this(permits);
  }

  private static void check(int count) {
    if (count < 0)
      throw new IllegalArgumentException();
  }

  public void acquire() throws InterruptedException {
    acquire(1);
  }

  public synchronized void acquire(int count) throws InterruptedException {
    check(count);
    while (permits < count)
      wait();
    permits -= count;
  }

  public void acquireUninterruptibly() {
    acquireUninterruptibly(1);
  }

  public synchronized void acquireUninterruptibly(int count) {
    check(count);
    boolean interrupted = Thread.interrupted();
    while (permits < count)
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    permits -= count;
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  public boolean tryAcquire() {
    return tryAcquire(1);
  }

  public synchronized boolean tryAcquire(int count) {
    check(count);
    if (permits < count)
      return false;
    permits -= count;
    return true;
  }

  public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
    return tryAcquire(1, timeout, unit);
  }

  public synchronized boolean tryAcquire(int count, long timeout, TimeUnit unit) throws InterruptedException {
    check(count);
    long deadline = Waiting.deadline(timeout, unit);
    while (permits < count)
      if (!Waiting.until(this, deadline))
        return false;
    permits -= count;
    return true;
  }

  public void release() {
    release(1);
  }

  public synchronized void release(int count) {
    check(count);
    if (permits > Integer.MAX_VALUE - count)
      throw new Error("Maximum permit count exceeded");
    permits += count;
    notifyAll();
  }

  public synchronized int availablePermits() {
    return permits;
  }

  public synchronized int drainPermits() {
    int all = permits;
    permits = 0;
    return all;
  }

  @Override
  public synchronized String toString() {
    return super.toString() + "[Permits = " + permits + "]";
  }
}
