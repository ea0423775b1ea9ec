/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What computes a result, or fails. */
package java.util.concurrent;

@FunctionalInterface
public interface Callable<V> {
  V call() throws Exception;
}
