/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What makes the threads of an executor. */
package java.util.concurrent;

public interface ThreadFactory {
  Thread newThread(Runnable task);
}
