/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A datagram of which fragments have come. Which parts are there is kept by units of 8 bytes, in which fragments are
 * cut. Two fragments that overlap without being the same spoil it, for then no one can tell which is right (RFC 5722
 * demands that of IPv6). */
package jx.net.ip;

import java.util.Arrays;

final class PartialDatagram {
  private static final int UNIT = 8;

  /* The content of the longest packet. Fragments could say that theirs ends 20 bytes later, and who takes it has no room
   * for that. */
  private static final int MOST = Ip.MOST;

  /* [source, destination], identification and protocol: what fragments of one datagram have in common. */
  private long addresses;
  private int kind;
  private boolean used;
  private long since;

  private final byte[] bytes = new byte[MOST + UNIT];
  private final long[] there = new long[(MOST + UNIT) / UNIT / 64 + 1];
  private int units;               /* that are there */
  private int end;                 /* of what is there, in bytes */
  private int length;              /* of all of it; -1: the last fragment has not come */

  void begin(long ofAddresses, int ofKind, long nanos) {
    addresses = ofAddresses;
    kind = ofKind;
    used = true;
    since = nanos;
    Arrays.fill(there, 0);
    units = 0;
    end = 0;
    length = -1;
  }

  boolean is(long ofAddresses, int ofKind) {
    return used && addresses == ofAddresses && kind == ofKind;
  }

  boolean isUsed() {
    return used;
  }

  long since() {
    return since;
  }

  void release() {
    used = false;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isWhole() {
    return length >= 0 && units == (length + UNIT - 1) / UNIT;
  }

  /* Takes b[at .. at + count) as what lies at `offset', a multiple of 8; `more' lies behind it, and then `count' is a
   * multiple of 8, too. False when it contradicts what has come, or is too long. */
  boolean add(byte[] b, int at, int count, int offset, boolean more) {
    if (offset + count > MOST || !fits(offset + count, more))
      return false;
    int first = offset / UNIT;
    int behind = (offset + count + UNIT - 1) / UNIT;
    int known = countUnits(first, behind);
    if (known > 0)
      return known == behind - first && holds(b, at, count, offset);
    System.arraycopy(b, at, bytes, offset, count);
    for (int unit = first; unit < behind; unit++)
      there[unit >> 6] |= 1L << unit;
    units += behind - first;
    end = Math.max(end, offset + count);
    if (!more)
      length = offset + count;
    return true;
  }

  /* Nothing lies behind the last one, and there is one last one. */
  private boolean fits(int to, boolean more) {
    if (more)
      return length < 0 || to < length;
    return length < 0 ? to >= end : to == length;
  }

  private boolean holds(byte[] b, int at, int count, int offset) {
    for (int i = 0; i < count; i++)
      if (bytes[offset + i] != b[at + i])
        return false;
    return true;
  }

  private int countUnits(int first, int behind) {
    int count = 0;
    for (int unit = first; unit < behind; unit++)
      if ((there[unit >> 6] >>> unit & 1) != 0)
        count++;
    return count;
  }
}
