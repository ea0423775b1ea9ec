/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Goes through a directory from behind a cookie: ".", "..", then its entries. next() says whether there is one more;
 * an entry that was written to the reply is accepted, and next() goes on behind it. */
package jx.nfs;

final class DirectoryReader {
  private static final byte[] SELF = { '.' };
  private static final byte[] PARENT = { '.', '.' };

  private final Directory directory;
  private long cookie;
  private int index;

  DirectoryReader(Directory directory, long cookie) {
    this.directory = directory;
    this.cookie = cookie < 0 ? Long.MAX_VALUE : cookie;
    index = directory.indexAfter(this.cookie);
  }

  boolean next() {
    return cookie < Directory.COOKIE_PARENT || index < directory.count();
  }

  boolean ended() {
    return !next();
  }

  byte[] name() {
    if (cookie < Directory.COOKIE_SELF)
      return SELF;
    return cookie < Directory.COOKIE_PARENT ? PARENT : directory.entry(index).name;
  }

  Inode inode() {
    if (cookie < Directory.COOKIE_SELF)
      return directory;
    return cookie < Directory.COOKIE_PARENT ? directory.parent : directory.entry(index).inode;
  }

  /* Of the entry that next() found. */
  int cookie() {
    if (cookie < Directory.COOKIE_PARENT)
      return (int) cookie + 1;
    return directory.entry(index).cookie;
  }

  void accept() {
    if (cookie >= Directory.COOKIE_PARENT)
      index++;
    cookie = cookie < Directory.COOKIE_PARENT ? cookie + 1 : cookie;
  }
}
