/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Attributes as version 3 tells them (RFC 1813, fattr3 and post_op_attr). */
package jx.nfs;

import jx.rpc.XdrWriter;

final class Attributes3 {
  /* Bytes of what writeOptional() writes of a file. */
  static final int OPTIONAL_BYTES = 88;

  private static final int SECOND = 1000000000;

  private static final int WORDS = 21;            /* of fattr3 */

  private final int fileSystem;
  private final int[] words = new int[WORDS];

  Attributes3(int fileSystem) {
    this.fileSystem = fileSystem;
  }

  /* null: there are none to tell. */
  void writeOptional(Inode inode, XdrWriter to) {
    to.bool(inode != null);
    if (inode != null)
      write(inode, to);
  }

  void write(Inode inode, XdrWriter to) {
    int[] w = words;
    int type = inode.type();
    long size = inode.size();
    long used = inode.used();
    setTime(w, 19, inode.ctime);    /* the last word first: then gcc knows that there are the others */
    setTime(w, 17, inode.mtime);
    setTime(w, 15, inode.atime);
    w[0] = type;
    w[1] = inode.mode;
    w[2] = inode.links;
    w[3] = inode.uid;
    w[4] = inode.gid;
    w[5] = (int) (size >>> 32);
    w[6] = (int) size;
    w[7] = (int) (used >>> 32);
    w[8] = (int) used;
    w[11] = fileSystem >> 31;       /* 9 and 10, of a device, stay 0, and 13, the number's upper half */
    w[12] = fileSystem;
    w[14] = inode.number;
    to.int32s(w, WORDS);
  }

  private static void setTime(int[] words, int at, long nanos) {
    words[at + 1] = (int) (nanos % SECOND);
    words[at] = (int) (nanos / SECOND);
  }

  static void writeTime(long nanos, XdrWriter to) {
    to.int32((int) (nanos / SECOND));
    to.int32((int) (nanos % SECOND));
  }
}
