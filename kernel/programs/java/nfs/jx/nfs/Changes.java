/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Changes of attributes, and who may make them, as on Unix: the owner the mode and the times, the superuser all; a
 * group by the owner who is in it; a size by who may write. Either all that is wanted is done, or nothing. */
package jx.nfs;

import jx.rpc.Credentials;

final class Changes {
  /* No attribute is given. This object is never changed. */
  static final SetAttributes NONE = new SetAttributes();

  private final FileSystem files;

  Changes(FileSystem files) {
    this.files = files;
  }

  void apply(Inode inode, SetAttributes wanted, Credentials who) throws NfsFailure {
    check(inode, wanted, who);
    resize(inode, wanted);
    if (changesOwner(inode, wanted) && !who.superuser())
      inode.mode &= ~(Inode.SETUID | Inode.SETGID);
    if (wanted.hasMode)
      inode.mode = allowedMode(inode, wanted, who);
    if (wanted.hasUid)
      inode.uid = wanted.uid;
    if (wanted.hasGid)
      inode.gid = wanted.gid;
    setTimes(inode, wanted);
  }

  /* To a file that `who' has just made: its size may be set whatever its mode says, and an owner that he may not give
   * is left out, for clients send their own idea of it. */
  void applyToNew(Inode inode, SetAttributes wanted, Credentials who) throws NfsFailure {
    if (wanted.hasSize && inode.type() == Inode.REGULAR)
      ((RegularFile) inode).resize(wanted.size);
    if (wanted.hasUid && who.superuser())
      inode.uid = wanted.uid;
    if (wanted.hasGid && (who.superuser() || who.inGroup(wanted.gid)))
      inode.gid = wanted.gid;
    setTimes(inode, wanted);
  }

  private static void check(Inode inode, SetAttributes wanted, Credentials who) throws NfsFailure {
    boolean owns = Access.owns(inode, who);
    if (wanted.hasMode && !owns)
      throw NfsFailure.PERM;
    if (wanted.hasUid && wanted.uid != inode.uid && !who.superuser())
      throw NfsFailure.PERM;
    if (wanted.hasGid && wanted.gid != inode.gid && !who.superuser() && !(owns && who.inGroup(wanted.gid)))
      throw NfsFailure.PERM;
    if ((wanted.atimeHow == SetAttributes.GIVEN || wanted.mtimeHow == SetAttributes.GIVEN) && !owns)
      throw NfsFailure.PERM;
    if (wanted.setsTime() && !owns)
      Access.check(inode, who, Access.WRITE);
    if (wanted.hasSize)
      Access.checkWrite(FileSystem.regular(inode), who);
  }

  private static boolean changesOwner(Inode inode, SetAttributes wanted) {
    return wanted.hasUid && wanted.uid != inode.uid || wanted.hasGid && wanted.gid != inode.gid;
  }

  /* Who is not of the file's group cannot make it set-group-id. */
  private static int allowedMode(Inode inode, SetAttributes wanted, Credentials who) {
    int gid = wanted.hasGid ? wanted.gid : inode.gid;
    boolean mayGroup = who.superuser() || inode.type() == Inode.DIRECTORY || who.inGroup(gid);
    return mayGroup ? wanted.mode : wanted.mode & ~Inode.SETGID;
  }

  private void resize(Inode inode, SetAttributes wanted) throws NfsFailure {
    if (!wanted.hasSize)
      return;
    ((RegularFile) inode).resize(wanted.size);
    inode.modified(files.now());
  }

  private void setTimes(Inode inode, SetAttributes wanted) {
    long now = files.now();
    if (wanted.atimeHow != SetAttributes.KEEP)
      inode.atime = wanted.atimeHow == SetAttributes.NOW ? now : wanted.atime;
    if (wanted.mtimeHow != SetAttributes.KEEP)
      inode.mtime = wanted.mtimeHow == SetAttributes.NOW ? now : wanted.mtime;
    inode.ctime = now;
  }
}
