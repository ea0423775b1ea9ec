/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What has a time. */
package java.util.concurrent;

public interface Delayed extends Comparable<Delayed> {
  /* How long it is until then; 0 or less: the time has come. */
  long getDelay(TimeUnit unit);
}
