/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Attributes as version 3 tells them (RFC 1813, fattr3 and post_op_attr). */
package jx.nfs;

import jx.rpc.XdrWriter;

final class Attributes3 {
  /* Bytes of what writeOptional() writes of a file. */
  static final int OPTIONAL_BYTES = 88;

  private static final int SECOND = 1000000000;

  private final int fileSystem;

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
    to.int32(inode.type());
    to.int32(inode.mode);
    to.int32(inode.links);
    to.int32(inode.uid);
    to.int32(inode.gid);
    to.int64(inode.size());
    to.int64(inode.used());
    to.int64(0);
    to.int64(fileSystem);
    to.int64(inode.number);
    writeTime(inode.atime, to);
    writeTime(inode.mtime, to);
    writeTime(inode.ctime, to);
  }

  static void writeTime(long nanos, XdrWriter to) {
    to.int32((int) (nanos / SECOND));
    to.int32((int) (nanos % SECOND));
  }
}
