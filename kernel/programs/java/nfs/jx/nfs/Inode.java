/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What all files have, of whatever type. Times are nanoseconds since 1970. */
package jx.nfs;

abstract class Inode {
  /* Types, as version 2 and 3 of NFS number them. */
  static final int REGULAR = 1;
  static final int DIRECTORY = 2;
  static final int SYMLINK = 5;

  /* Bits of a mode. */
  static final int MODE_BITS = 07777;
  static final int SETUID = 04000;
  static final int SETGID = 02000;
  static final int STICKY = 01000;

  /* The number is the file's as long as it lives; number and generation together are never used again. */
  final int number;
  final int generation;

  int mode;
  int uid;
  int gid;
  int links;
  long atime;
  long mtime;
  long ctime;

  Inode(int number, int generation) {
    this.number = number;
    this.generation = generation;
  }

  abstract int type();

  abstract long size();

  /* Bytes of memory that its content takes. */
  abstract long used();

  /* Its content has changed. */
  final void modified(long now) {
    mtime = now;
    ctime = now;
  }
}
