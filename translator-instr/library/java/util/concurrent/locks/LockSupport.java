/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Blocks and unblocks threads, without a monitor (translator-instr/runtime/core/jthread.c). A thread has a permit or has none: park()
 * takes it, and waits for it if it must; unpark() gives it. So an unpark() that comes first is not lost.
 *
 * All that park without an end says is that it may be over: it also is when the thread is interrupted, and now and then
 * for no reason. Callers look again at what they wait for. Blockers are not kept: no tool could ask for them. */
package java.util.concurrent.locks;

public final class LockSupport {
  private static final long FOR_EVER = -1;

  private LockSupport() {
  }

  public static void park() {
    block(FOR_EVER);
  }

  public static void park(Object blocker) {
    park();
  }

  public static void parkNanos(Object blocker, long nanos) {
    parkNanos(nanos);
  }

  /* Up to a moment of System.currentTimeMillis(). */
  public static void parkUntil(long deadline) {
    long left = deadline - System.currentTimeMillis();
    if (left > 0)
      block(left > Long.MAX_VALUE / 1000000 ? Long.MAX_VALUE : left * 1000000);
  }

  public static void parkUntil(Object blocker, long deadline) {
    parkUntil(deadline);
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
