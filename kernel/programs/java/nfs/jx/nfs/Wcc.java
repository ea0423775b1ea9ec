/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Weak cache consistency data of version 3: what a file was before an operation and after it, so that a client
 * knows whether another client changed it in between (RFC 1813, section 1.7). Nothing is told of a file that was not
 * found. */
package jx.nfs;

import jx.rpc.XdrWriter;

final class Wcc {
  private Inode inode;
  private long size;
  private long mtime;
  private long ctime;

  void forget() {
    inode = null;
  }

  Inode inode() {
    return inode;
  }

  /* Called before the operation. */
  <T extends Inode> T note(T inode) {
    this.inode = inode;
    size = inode.size();
    mtime = inode.mtime;
    ctime = inode.ctime;
    return inode;
  }

  void write(Attributes3 attributes, XdrWriter to) {
    to.bool(inode != null);
    if (inode != null) {
      to.int64(size);
      Attributes3.writeTime(mtime, to);
      Attributes3.writeTime(ctime, to);
    }
    attributes.writeOptional(inode, to);
  }
}
