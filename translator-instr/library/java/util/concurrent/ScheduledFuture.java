/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A result that is computed at its time. */
package java.util.concurrent;

public interface ScheduledFuture<V> extends Delayed, Future<V> {
}
