/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A lock that its holder may take again. A thread that waits sleeps in the monitor of this object and is woken when
 * the lock comes free. */
package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

public class ReentrantLock implements Lock, java.io.Serializable {
  private final Object monitor = new Object();
  private final boolean fair;
  private Thread owner;
  private int holds;
  private int waiting;

  private final Waiters.Holdable holdable = new Waiters.Holdable() {
    @Override
    public boolean isHeldByCurrentThread() {
      return ReentrantLock.this.isHeldByCurrentThread();
    }

    @Override
    public int release() {
      return free();
    }

    @Override
    public void acquire(int count) {
      lock();
      holds = count;
    }
  };

  public ReentrantLock() {
    this(false);
  }

  /* Threads are served in the order in which the scheduler runs them, `fair` or not. */
  public ReentrantLock(boolean fair) {
    this.fair = fair;
  }

  private boolean take() {
    Thread self = Thread.currentThread();
    if (owner != null && owner != self)
      return false;
    if (holds == Integer.MAX_VALUE)
      throw new Error("Maximum lock count exceeded");
    owner = self;
    holds++;
    return true;
  }

  private int free() {
    synchronized (monitor) {
      int count = holds;
      holds = 0;
      owner = null;
      if (waiting > 0)
        monitor.notify();
      return count;
    }
  }

  /* Once; a wake-up that comes with an interrupt or at the deadline is handed on. */
  private void sleep(long deadline) throws InterruptedException {
    waiting++;
    boolean woken = false;
    try {
      TimeUnit.NANOSECONDS.timedWait(monitor, deadline - System.nanoTime());
      woken = true;
    } finally {
      waiting--;
      if (!woken && waiting > 0)
        monitor.notify();
    }
  }

  @Override
  public void lock() {
    boolean interrupted = false;
    synchronized (monitor) {
      while (!take())
        try {
          sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
          interrupted = true;
        }
    }
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    if (Thread.interrupted())
      throw new InterruptedException();
    synchronized (monitor) {
      while (!take())
        sleep(Long.MAX_VALUE);
    }
  }

  @Override
  public boolean tryLock() {
    synchronized (monitor) {
      return take();
    }
  }

  @Override
  public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
    if (Thread.interrupted())
      throw new InterruptedException();
    long deadline = System.nanoTime() + unit.toNanos(timeout);
    synchronized (monitor) {
      while (!take()) {
        if (deadline - System.nanoTime() <= 0) {
          monitor.notify();
          return false;
        }
        sleep(deadline);
      }
      return true;
    }
  }

  @Override
  public void unlock() {
    synchronized (monitor) {
      if (owner != Thread.currentThread())
        throw new IllegalMonitorStateException();
      if (holds > 1)
        holds--;
      else
        free();
    }
  }

  @Override
  public Condition newCondition() {
    return new Waiters(holdable);
  }

  public boolean isHeldByCurrentThread() {
    synchronized (monitor) {
      return owner == Thread.currentThread();
    }
  }

  public int getHoldCount() {
    synchronized (monitor) {
      return owner == Thread.currentThread() ? holds : 0;
    }
  }

  public boolean isLocked() {
    synchronized (monitor) {
      return owner != null;
    }
  }

  public final boolean isFair() {
    return fair;
  }

  public final int getQueueLength() {
    synchronized (monitor) {
      return waiting;
    }
  }

  public final boolean hasQueuedThreads() {
    return getQueueLength() > 0;
  }

  public int getWaitQueueLength(Condition condition) {
    return ((Waiters) condition).count();
  }

  public boolean hasWaiters(Condition condition) {
    return getWaitQueueLength(condition) > 0;
  }

  @Override
  public String toString() {
    synchronized (monitor) {
      return super.toString() + (owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]");
    }
  }
}
