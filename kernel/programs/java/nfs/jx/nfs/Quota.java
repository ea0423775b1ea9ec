/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes that a file system may take. All that clients can make grow is charged here, the file system's own
 * structures with what they take roughly, so that no client can exhaust the heap. */
package jx.nfs;

final class Quota {
  final long limit;
  private long used;

  Quota(long limit) {
    this.limit = limit;
  }

  long used() {
    return used;
  }

  void take(long bytes) throws NfsFailure {
    if (bytes > limit - used)
      throw NfsFailure.NOSPC;
    used += bytes;
  }

  void give(long bytes) {
    used -= bytes;
  }
}
