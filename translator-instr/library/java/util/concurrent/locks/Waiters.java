/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The condition of a lock: who waits, in order. The list belongs to the holder of the lock; each waiter sleeps
 * in the monitor of its own node, whose phase decides between a signal and giving up. */
package java.util.concurrent.locks;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

final class Waiters implements Condition {
  /* What a condition wants of its lock. */
  interface Holdable {
    boolean isHeldByCurrentThread();

    /* Gives the lock up; returns how many times it was held. */
    int release();

    void acquire(int holds);
  }

  private static final class Node {
    boolean signalled;
    boolean givenUp;

    /* False when no thread waits there any more. */
    synchronized boolean signal() {
      if (givenUp)
        return false;
      signalled = true;
      notify();
      return true;
    }

    synchronized boolean giveUp() {
      if (signalled)
        return false;
      givenUp = true;
      return true;
    }

    /* Until signalled, or until the deadline. */
    synchronized void sleep(long deadline) throws InterruptedException {
      while (!signalled) {
        long left = deadline - System.nanoTime();
        if (left <= 0)
          return;
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    }
  }

  private final Holdable lock;
  private final ArrayDeque<Node> nodes = new ArrayDeque<>();

  Waiters(Holdable lock) {
    this.lock = lock;
  }

  private void checkHeld() {
    if (!lock.isHeldByCurrentThread())
      throw new IllegalMonitorStateException();
  }

  int count() {
    checkHeld();
    return nodes.size();
  }

  /* True when it was signalled before the deadline. */
  private boolean await(long deadline) throws InterruptedException {
    checkHeld();
    if (Thread.interrupted())
      throw new InterruptedException();
    Node own = new Node();
    nodes.add(own);
    int holds = lock.release();
    InterruptedException interruption = null;
    try {
      own.sleep(deadline);
    } catch (InterruptedException e) {
      interruption = e;
    }
    boolean gaveUp = own.giveUp();
    lock.acquire(holds);
    if (gaveUp)
      nodes.remove(own);
    if (interruption != null && gaveUp)
      throw interruption;
    if (interruption != null)
      Thread.currentThread().interrupt();
    return !gaveUp;
  }

  @Override
  public void await() throws InterruptedException {
    await(Long.MAX_VALUE);
  }

  @Override
  public void awaitUninterruptibly() {
    boolean interrupted = Thread.interrupted();
    checkHeld();
    Node own = new Node();
    nodes.add(own);
    int holds = lock.release();
    while (!own.signalled)
      try {
        own.sleep(Long.MAX_VALUE);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    lock.acquire(holds);
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  @Override
  public long awaitNanos(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    await(deadline);
    return deadline - System.nanoTime();
  }

  @Override
  public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
    return await(System.nanoTime() + unit.toNanos(timeout));
  }

  @Override
  public void signal() {
    checkHeld();
    Node first;
    do
      first = nodes.poll();
    while (first != null && !first.signal());
  }

  @Override
  public void signalAll() {
    checkHeld();
    for (Node node; (node = nodes.poll()) != null;)
      node.signal();
  }
}
