/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Attributes that a client wants changed: those marked as given. Both versions' way of saying it is read here. */
package jx.nfs;

import jx.rpc.BadXdr;
import jx.rpc.XdrReader;

final class SetAttributes {
  /* What becomes of a time. */
  static final int KEEP = 0;
  static final int NOW = 1;
  static final int GIVEN = 2;

  private static final long SECOND = 1000000000L;

  /* Version 2's "leave it alone", and its microseconds that mean "now" (the SunOS convention; a second has fewer). */
  private static final int V2_KEEP = -1;
  private static final int V2_NOW_US = 1000000;

  boolean hasMode;
  boolean hasUid;
  boolean hasGid;
  boolean hasSize;
  int mode;
  int uid;
  int gid;
  long size;
  int atimeHow;
  int mtimeHow;
  long atime;
  long mtime;

  void clear() {
    hasMode = hasUid = hasGid = hasSize = false;
    atimeHow = mtimeHow = KEEP;
  }

  /* Its size, and nothing else. */
  SetAttributes sizeOnly() {
    SetAttributes only = new SetAttributes();
    only.hasSize = hasSize;
    only.size = size;
    return only;
  }

  boolean setsTime() {
    return atimeHow != KEEP || mtimeHow != KEEP;
  }

  /* sattr3 of RFC 1813. A size beyond 63 bits is one that is too large. */
  void read3(XdrReader from) throws BadXdr {
    clear();
    if (hasMode = from.bool())
      mode = from.int32() & Inode.MODE_BITS;
    if (hasUid = from.bool())
      uid = from.int32();
    if (hasGid = from.bool())
      gid = from.int32();
    if (hasSize = from.bool())
      size = from.int64();
    atimeHow = from.choice(GIVEN + 1);
    if (atimeHow == GIVEN)
      atime = time3(from);
    mtimeHow = from.choice(GIVEN + 1);
    if (mtimeHow == GIVEN)
      mtime = time3(from);
  }

  static long time3(XdrReader from) throws BadXdr {
    long seconds = from.uint32();
    return seconds * SECOND + from.uint32();
  }

  /* sattr of RFC 1094. */
  void read2(XdrReader from) throws BadXdr {
    mode = from.int32();
    uid = from.int32();
    gid = from.int32();
    int bytes = from.int32();
    hasMode = mode != V2_KEEP;
    hasUid = uid != V2_KEEP;
    hasGid = gid != V2_KEEP;
    hasSize = bytes != V2_KEEP;
    mode &= Inode.MODE_BITS;
    size = bytes & 0xffffffffL;
    int seconds = from.int32(), micros = from.int32();
    atimeHow = how2(seconds, micros);
    atime = time2(seconds, micros);
    seconds = from.int32();
    micros = from.int32();
    mtimeHow = how2(seconds, micros);
    mtime = time2(seconds, micros);
  }

  private static int how2(int seconds, int micros) {
    return micros == V2_NOW_US ? NOW : seconds == V2_KEEP ? KEEP : GIVEN;
  }

  private static long time2(int seconds, int micros) {
    return (seconds & 0xffffffffL) * SECOND + (micros & 0xffffffffL) * 1000;
  }
}
