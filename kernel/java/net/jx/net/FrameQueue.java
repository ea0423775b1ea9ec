/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames on their way from a card's first-level handler to the packet thread, in a fixed number of buffers: no
 * allocation on the way, and no end to what a flood of packets can do but loss, which is counted.
 *
 * A buffer is free, with the handler, in the queue, or with the packet thread. */
package jx.net;

import jx.prof.EventLog;

public final class FrameQueue {
  private final Frame[] free;
  private int freeCount;
  private final Frame[] queue;
  private int first;
  private int count;
  private boolean waiting;

  private final Counter full;
  private final int fullEvent = EventLog.register("buffer full");

  public FrameQueue(int frames, Counters counters) {
    full = counters.make("queue full");
    queue = new Frame[frames];
    free = new Frame[frames];
    while (freeCount < frames)
      free[freeCount++] = new Frame();
  }

  /* For the handler: a buffer to fill, or null, which counts as a lost frame. */
  public synchronized Frame free() {
    if (freeCount > 0)
      return free[--freeCount];
    full.add();
    EventLog.log(fullEvent, count);
    return null;
  }

  /* For the handler: a filled one. */
  public synchronized void put(Frame frame) {
    queue[(first + count++) % queue.length] = frame;
    if (waiting)
      notify();
  }

  /* For the packet thread: the next one, or null after `millis' without one, or when interrupted. */
  public synchronized Frame take(int millis) {
    if (count == 0 && !waitFor(millis))
      return null;
    Frame frame = queue[first];
    first = (first + 1) % queue.length;
    count--;
    return frame;
  }

  private boolean waitFor(int millis) {
    waiting = true;
    try {
      wait(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    waiting = false;
    return count > 0;
  }

  /* For the packet thread: it needs the buffer no more. */
  public synchronized void release(Frame frame) {
    free[freeCount++] = frame;
  }
}
