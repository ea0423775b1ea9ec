/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Who may do what, as on Unix: the mode's bits for the owner, the group or the others; the superuser may do all, but
 * execute only what at least one user may. */
package jx.nfs;

import jx.rpc.Credentials;

final class Access {
  static final int READ = 4;
  static final int WRITE = 2;
  static final int EXECUTE = 1;

  private Access() {
  }

  /* Of the rights in `wanted', those that `who' has. */
  static int rights(Inode inode, Credentials who, int wanted) {
    if (who.superuser())
      return inode.type() == Inode.DIRECTORY || (inode.mode & 0111) != 0 ? wanted : wanted & ~EXECUTE;
    int shift = who.uid() == inode.uid ? 6 : who.inGroup(inode.gid) ? 3 : 0;
    return inode.mode >> shift & wanted;
  }

  static void check(Inode inode, Credentials who, int wanted) throws NfsFailure {
    if (rights(inode, who, wanted) != wanted)
      throw NfsFailure.ACCES;
  }

  static boolean owns(Inode inode, Credentials who) {
    return who.superuser() || who.uid() == inode.uid;
  }

  /* A client has checked the right when its program opened the file. The mode may have changed since, so the owner,
   * who could give himself the right, may go on (RFC 1813, section 4.4). Reading a program in order to run it needs
   * only the right to run it. */
  static void checkRead(Inode inode, Credentials who) throws NfsFailure {
    if (!owns(inode, who) && rights(inode, who, EXECUTE) == 0)
      check(inode, who, READ);
  }

  static void checkWrite(Inode inode, Credentials who) throws NfsFailure {
    if (!owns(inode, who))
      check(inode, who, WRITE);
  }

  /* May `who' take the entry for `inode' out of `directory'? */
  static void checkDelete(Directory directory, Inode inode, Credentials who) throws NfsFailure {
    check(directory, who, WRITE | EXECUTE);
    if ((directory.mode & Inode.STICKY) != 0 && !owns(directory, who) && !owns(inode, who))
      throw NfsFailure.PERM;
  }
}
