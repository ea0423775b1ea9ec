/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks and unblocks threads, without a monitor (translator-instr/runtime/core/jthread.c). A thread has a permit or has none: park()
 * takes it, and waits for it if it must; unpark() gives it. So an unpark() that comes first is not lost.
 *
 * All that park without an end says is that it may be over: it also is when the thread is interrupted, and now and then
 * for no reason. Callers look again at what they wait for. There are no blockers: no tool could ask for them. */
package java.util.concurrent.locks;

public final class LockSupport {
  private static final long FOR_EVER = -1;

  private LockSupport() {
  }

  public static void park() {
    block(FOR_EVER);
  }

  /* At most so long; not at all when `nanos' is not positive. */
  public static void parkNanos(long nanos) {
    if (nanos > 0)
      block(nanos);
  }

  /* Nothing is done for null, or for a thread that does not live. */
  public static void unpark(Thread thread) {
    if (thread != null)
      permit(thread);
  }

  private static native void block(long nanos);

  private static native void permit(Thread thread);
}
