/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What time it is for files: nanoseconds since 1970, never going back. A test has one of its own, that repeats. */
package jx.nfs;

public interface FileClock {
  long nanos();
}
