/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames on their way from a card's first-level handler to the packet thread, in a fixed number of buffers: no
 * allocation on the way, and no end to what a flood of packets can do but loss, which is counted.
 *
 * A ring for one thread that fills it and one that empties it. Buffers are filled, taken and released in their order,
 * and three numbers say how many have been so far; each is written by one of the two alone, so that nothing is
 * locked. */
package jx.net;

import java.util.concurrent.locks.LockSupport;

import jx.prof.EventLog;

public final class FrameQueue {
  private static final long NS_PER_MS = 1_000_000;

  private final Frame[] ring;
  private final int last;                  /* index of the last buffer: the bits that an index has */
  private volatile int filled;             /* the handler's to write */
  private int taken;                       /* the packet thread's */
  private volatile int released;           /* the packet thread's to write */
  private volatile Thread waiting;         /* the packet thread, while it does or is about to; else null */

  private final Counter full;
  private final int fullEvent = EventLog.register("buffer full");

  /* `frames' is a power of two. */
  public FrameQueue(int frames, Counters counters) {
    if (Integer.bitCount(frames) != 1)
      throw new IllegalArgumentException("a queue of " + frames + " frames: it must be a power of two");
    full = counters.make("queue full");
    ring = new Frame[frames];
    last = frames - 1;
    for (int i = 0; i < frames; i++)
      ring[i] = new Frame();
  }

  /* For the handler: the buffer to fill next, or null, which counts as a lost frame. */
  public Frame free() {
    int used = filled - released;
    if (used <= last)
      return ring[filled & last];
    full.add();
    EventLog.log(fullEvent, used);
    return null;
  }

  /* For the handler: what free() gave is filled. */
  public void put() {
    filled++;
    Thread thread = waiting;
    if (thread != null)
      LockSupport.unpark(thread);
  }

  /* For the packet thread: the next one, or null after `millis' without one; now and then sooner. */
  public Frame take(int millis) {
    if (taken == filled && !waitFor(millis))
      return null;
    return ring[taken++ & last];
  }

  /* What is put before `waiting' is seen to be set is seen here; what is put later wakes. */
  private boolean waitFor(int millis) {
    waiting = Thread.currentThread();
    if (taken == filled)
      LockSupport.parkNanos(millis * NS_PER_MS);
    waiting = null;
    return taken != filled;
  }

  /* For the packet thread: it needs the buffer no more that it took first of those that it has. */
  public void release() {
    released++;
  }
}
