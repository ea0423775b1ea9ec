/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A read-write lock whose holders may take it again. A writer may also take the read lock, and keep it when it
 * gives up the write lock; a reader that wants to write must let go first. */
package java.util.concurrent.locks;

import java.util.HashMap;
import java.util.concurrent.TimeUnit;

public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
  private final Object monitor = new Object();
  /* How often each reader holds the read lock. */
  private final HashMap<Thread, Integer> readers = new HashMap<>();
  private Thread writer;
  private int writeHolds;
  private final ReadLock readLock = new ReadLock();
  private final WriteLock writeLock = new WriteLock();

  public ReentrantReadWriteLock() {
  }

  /* Threads are served in the order in which the scheduler runs them, `fair` or not. */
  public ReentrantReadWriteLock(boolean fair) {
  }

  @Override
  public ReadLock readLock() {
    return readLock;
  }

  @Override
  public WriteLock writeLock() {
    return writeLock;
  }

  public int getReadLockCount() {
    synchronized (monitor) {
      int count = 0;
      for (int holds : readers.values())
        count += holds;
      return count;
    }
  }

  public int getReadHoldCount() {
    synchronized (monitor) {
      return readers.getOrDefault(Thread.currentThread(), 0);
    }
  }

  public int getWriteHoldCount() {
    synchronized (monitor) {
      return writer == Thread.currentThread() ? writeHolds : 0;
    }
  }

  public boolean isWriteLocked() {
    synchronized (monitor) {
      return writer != null;
    }
  }

  public boolean isWriteLockedByCurrentThread() {
    return getWriteHoldCount() > 0;
  }

  private boolean takeToRead() {
    Thread self = Thread.currentThread();
    if (writer != null && writer != self)
      return false;
    readers.merge(self, 1, Integer::sum);
    return true;
  }

  private boolean takeToWrite() {
    Thread self = Thread.currentThread();
    if (writer != self && (writer != null || !readers.isEmpty()))
      return false;
    writer = self;
    writeHolds++;
    return true;
  }

  private abstract class Half implements Lock, java.io.Serializable {
    abstract boolean take();

    @Override
    public void lock() {
      boolean interrupted = false;
      synchronized (monitor) {
        while (!take())
          try {
            monitor.wait();
          } catch (InterruptedException e) {
            interrupted = true;
          }
      }
      if (interrupted)
        Thread.currentThread().interrupt();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
      synchronized (monitor) {
        while (!take())
          monitor.wait();
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
      long deadline = System.nanoTime() + unit.toNanos(timeout);
      synchronized (monitor) {
        while (!take()) {
          long left = deadline - System.nanoTime();
          if (left <= 0)
            return false;
          TimeUnit.NANOSECONDS.timedWait(monitor, left);
        }
        return true;
      }
    }
  }

  public final class ReadLock extends Half {
    private ReadLock() {
    }

    @Override
    boolean take() {
      return takeToRead();
    }

    @Override
    public void unlock() {
      synchronized (monitor) {
        Thread self = Thread.currentThread();
        if (!readers.containsKey(self))
          throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        readers.computeIfPresent(self, (thread, holds) -> holds == 1 ? null : holds - 1);
        monitor.notifyAll();
      }
    }

    @Override
    public Condition newCondition() {
      throw new UnsupportedOperationException();
    }
  }

  public final class WriteLock extends Half {
    private WriteLock() {
    }

    @Override
    boolean take() {
      return takeToWrite();
    }

    private int give(int count) {
      synchronized (monitor) {
        if (writer != Thread.currentThread())
          throw new IllegalMonitorStateException();
        int held = writeHolds;
        writeHolds -= Math.min(count, held);
        if (writeHolds == 0) {
          writer = null;
          monitor.notifyAll();
        }
        return held;
      }
    }

    @Override
    public void unlock() {
      give(1);
    }

    public boolean isHeldByCurrentThread() {
      return isWriteLockedByCurrentThread();
    }

    public int getHoldCount() {
      return getWriteHoldCount();
    }

    @Override
    public Condition newCondition() {
      return new Waiters(new Waiters.Holdable() {
        @Override
        public boolean isHeldByCurrentThread() {
          return isWriteLockedByCurrentThread();
        }

        @Override
        public int release() {
          return give(Integer.MAX_VALUE);
        }

        @Override
        public void acquire(int holds) {
          lock();
          writeHolds = holds;
        }
      });
    }
  }
}
