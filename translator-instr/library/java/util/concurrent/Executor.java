/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What runs tasks. */
package java.util.concurrent;

public interface Executor {
  void execute(Runnable task);
}
