/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An executor that runs tasks later, and again. */
package java.util.concurrent;

public interface ScheduledExecutorService extends ExecutorService {
  ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit);

  <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit);

  /* From plan to plan. */
  ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit);

  /* From the end of a run to the next. */
  ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit);
}
