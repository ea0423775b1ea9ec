/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A task that is run at its time, once or again and again. */
package java.util.concurrent;

public interface RunnableScheduledFuture<V> extends RunnableFuture<V>, ScheduledFuture<V> {
  boolean isPeriodic();
}
