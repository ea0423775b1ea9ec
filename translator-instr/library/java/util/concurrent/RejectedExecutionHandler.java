/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What becomes of a task that a pool does not take. */
package java.util.concurrent;

public interface RejectedExecutionHandler {
  void rejectedExecution(Runnable task, ThreadPoolExecutor pool);
}
