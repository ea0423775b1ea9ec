/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A Unix file system in memory: what may be done, by whom, and what changes then. It knows nothing of NFS's messages,
 * but fails with its status numbers.
 *
 * Always: an operation that throws has changed nothing. A directory has 2 + (its subdirectories) links; a file has as
 * many as there are names for it, and is gone with the last. All memory that it takes is charged to its quota. One
 * thread works on it.
 *
 * Handles of what was there before serve() are the same after a reboot with the same files; handles of what clients
 * made are not, for their generations begin anew somewhere else. */
package jx.nfs;

import jx.rpc.Credentials;
import jx.rpc.Slice;

public final class FileSystem {
  static final int MOST_NAME = 255;
  static final int MOST_LINKS = 32000;
  static final int MOST_TARGET = 1024;

  private static final int ROOT_MODE = 0755;

  /* There is one. */
  private static final int ID = 1;

  final Quota quota;
  final Inodes inodes;
  final Directory root;
  private final FileClock clock;
  private final Changes changes;

  /* Content and all that goes with it may take `bytes'. */
  public FileSystem(long bytes, FileClock clock) {
    this.clock = clock;
    quota = new Quota(bytes);
    inodes = new Inodes(quota);
    changes = new Changes(this);
    try {
      root = inodes.newDirectory(null);
    } catch (NfsFailure e) {
      throw new IllegalArgumentException(bytes + " bytes are not enough for a file system");
    }
    setUp(root, ROOT_MODE, 0, 0);
    root.links = 2;
  }

  /* Ends the filling. */
  public void serve() {
    long now = clock.nanos();
    inodes.setGeneration((int) (now ^ now >>> 32) | 1 << 30);
  }

  public int fileCount() {
    return inodes.count();
  }

  public long bytesUsed() {
    return quota.used();
  }

  /* Its number in handles and attributes. */
  int id() {
    return ID;
  }

  long now() {
    return clock.nanos();
  }

  static Directory directory(Inode inode) throws NfsFailure {
    if (inode.type() != Inode.DIRECTORY)
      throw NfsFailure.NOTDIR;
    return (Directory) inode;
  }

  static RegularFile regular(Inode inode) throws NfsFailure {
    if (inode.type() == Inode.DIRECTORY)
      throw NfsFailure.ISDIR;
    if (inode.type() != Inode.REGULAR)
      throw NfsFailure.INVAL;
    return (RegularFile) inode;
  }

  /* ---- looking ---- */

  Inode lookup(Directory directory, Slice name, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    if (isSelf(name))
      return directory;
    if (isParent(name))
      return directory.parent;
    return existing(directory, name).inode;
  }

  int read(Inode inode, Credentials who, long offset, int count, byte[] into, int at) throws NfsFailure {
    RegularFile file = regular(inode);
    Access.checkRead(file, who);
    int available = file.available(offset, count);
    file.read(offset, available, into, at);
    file.atime = now();
    return available;
  }

  byte[] readLink(Inode inode) throws NfsFailure {
    if (inode.type() != Inode.SYMLINK)
      throw NfsFailure.INVAL;
    inode.atime = now();
    return ((Symlink) inode).target;
  }

  /* The entries can then be had from `inode', whose cookies Directory explains. */
  Directory list(Inode inode, Credentials who) throws NfsFailure {
    Directory directory = directory(inode);
    Access.check(directory, who, Access.READ);
    directory.atime = now();
    return directory;
  }

  /* ---- changing what there is ---- */

  void write(Inode inode, Credentials who, long offset, Slice data) throws NfsFailure {
    RegularFile file = regular(inode);
    Access.checkWrite(file, who);
    if (data.length == 0)
      return;
    file.write(offset, data);
    if (!who.superuser())
      file.mode &= ~(Inode.SETUID | Inode.SETGID);
    file.modified(now());
  }

  void setAttributes(Inode inode, SetAttributes wanted, Credentials who) throws NfsFailure {
    changes.apply(inode, wanted, who);
  }

  /* ---- names ---- */

  /* The file by that name, as an open() that creates: one that is there gets the size, and keeps all else. */
  RegularFile create(Directory directory, Slice name, SetAttributes attributes, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    Directory.Entry found = isSelf(name) || isParent(name) ? null : directory.find(name);
    if (found == null)
      return createNew(directory, name, attributes, who);
    if (found.inode.type() != Inode.REGULAR)
      throw NfsFailure.EXIST;
    if (attributes.hasSize)
      changes.apply(found.inode, attributes.sizeOnly(), who);
    return (RegularFile) found.inode;
  }

  RegularFile createNew(Directory directory, Slice name, SetAttributes attributes, Credentials who)
      throws NfsFailure {
    checkNew(directory, name, who);
    RegularFile file = inodes.newFile();
    file.links = 1;
    dress(file, directory, attributes, 0666, who);
    enter(directory, name, file, attributes, who);
    return file;
  }

  /* Creation that can be repeated: a file that is there with the same verifier is what the caller made before. */
  RegularFile createExclusive(Directory directory, Slice name, long verifier, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    Directory.Entry found = directory.find(name);
    if (found != null && found.inode.type() == Inode.REGULAR) {
      RegularFile file = (RegularFile) found.inode;
      if (file.createdExclusively && file.createVerifier == verifier)
        return file;
    }
    RegularFile file = createNew(directory, name, Changes.NONE, who);
    file.createdExclusively = true;
    file.createVerifier = verifier;
    return file;
  }

  Directory makeDirectory(Directory parent, Slice name, SetAttributes attributes, Credentials who) throws NfsFailure {
    checkNew(parent, name, who);
    checkLinks(parent);
    Directory directory = inodes.newDirectory(parent);
    directory.links = 2;
    dress(directory, parent, attributes, 0777, who);
    enter(parent, name, directory, attributes, who);
    parent.links++;
    return directory;
  }

  Symlink makeSymlink(Directory directory, Slice name, Slice target, SetAttributes attributes, Credentials who)
      throws NfsFailure {
    checkNew(directory, name, who);
    if (target.length > MOST_TARGET)
      throw NfsFailure.NAMETOOLONG;
    Symlink link = inodes.newSymlink(target.copy());
    link.links = 1;
    dress(link, directory, attributes, 0777, who);
    enter(directory, name, link, Changes.NONE, who);
    return link;
  }

  void link(Inode inode, Directory directory, Slice name, Credentials who) throws NfsFailure {
    checkNew(directory, name, who);
    if (inode.type() == Inode.DIRECTORY)
      throw NfsFailure.INVAL;
    checkLinks(inode);
    addEntry(directory, name, inode);
    inode.links++;
    inode.ctime = now();
  }

  void remove(Directory directory, Slice name, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    if (isSelf(name) || isParent(name))
      throw NfsFailure.ISDIR;
    Directory.Entry entry = existing(directory, name);
    if (entry.inode.type() == Inode.DIRECTORY)
      throw NfsFailure.ISDIR;
    Access.checkDelete(directory, entry.inode, who);
    dropEntry(directory, entry);
  }

  void removeDirectory(Directory directory, Slice name, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    if (isSelf(name))
      throw NfsFailure.INVAL;
    if (isParent(name))
      throw NfsFailure.EXIST;
    Directory.Entry entry = existing(directory, name);
    if (directory(entry.inode).count() > 0)
      throw NfsFailure.NOTEMPTY;
    Access.checkDelete(directory, entry.inode, who);
    dropEntry(directory, entry);
  }

  void rename(Directory from, Slice oldName, Directory to, Slice newName, Credentials who) throws NfsFailure {
    Access.check(from, who, Access.EXECUTE);
    Access.check(to, who, Access.EXECUTE);
    if (isSelf(oldName) || isParent(oldName) || isSelf(newName) || isParent(newName))
      throw NfsFailure.INVAL;
    Directory.Entry entry = existing(from, oldName);
    Inode moved = entry.inode;
    Directory.Entry replaced = to.find(newName);
    if (replaced != null && replaced.inode == moved)
      return;
    Access.checkDelete(from, moved, who);
    checkMove(moved, from, to, who);
    if (replaced == null)
      checkNew(to, newName, who);
    else
      checkReplace(moved, to, replaced.inode, who);
    move(entry, from, to, newName, replaced);
  }

  /* ---- how it is done ---- */

  /* All checks are over: only memory may be missing, and that is asked for first. */
  private void move(Directory.Entry entry, Directory from, Directory to, Slice newName, Directory.Entry replaced)
      throws NfsFailure {
    Inode moved = entry.inode;
    if (replaced == null) {
      addEntry(to, newName, moved);
    } else {
      release(to, replaced.inode);
      replaced.inode = moved;
      to.modified(now());
    }
    takeOut(from, entry);
    if (moved.type() == Inode.DIRECTORY) {
      from.links--;
      to.links++;
      ((Directory) moved).parent = to;
    }
    moved.ctime = now();
  }

  private static void checkMove(Inode moved, Directory from, Directory to, Credentials who) throws NfsFailure {
    if (moved.type() != Inode.DIRECTORY || from == to)
      return;
    for (Directory above = to; ; above = above.parent) {
      if (above == moved)
        throw NfsFailure.INVAL;
      if (above.parent == above)
        break;
    }
    checkLinks(to);
    Access.check(moved, who, Access.WRITE);
  }

  private static void checkReplace(Inode moved, Directory to, Inode replaced, Credentials who) throws NfsFailure {
    if ((moved.type() == Inode.DIRECTORY) != (replaced.type() == Inode.DIRECTORY))
      throw NfsFailure.EXIST;
    if (replaced.type() == Inode.DIRECTORY && ((Directory) replaced).count() > 0)
      throw NfsFailure.NOTEMPTY;
    Access.checkDelete(to, replaced, who);
  }

  private static void checkLinks(Inode inode) throws NfsFailure {
    if (inode.links >= MOST_LINKS)
      throw NfsFailure.MLINK;
  }

  private static boolean isSelf(Slice name) {
    return name.length == 1 && name.at(0) == '.';
  }

  private static boolean isParent(Slice name) {
    return name.length == 2 && name.at(0) == '.' && name.at(1) == '.';
  }

  private static Directory.Entry existing(Directory directory, Slice name) throws NfsFailure {
    Directory.Entry entry = directory.find(name);
    if (entry != null)
      return entry;
    checkName(name);
    throw NfsFailure.NOENT;
  }

  /* Can a file have that name? (RFC 1813, section 3.2) */
  private static void checkName(Slice name) throws NfsFailure {
    if (name.length > MOST_NAME)
      throw NfsFailure.NAMETOOLONG;
    if (name.length == 0)
      throw NfsFailure.ACCES;
    for (int i = 0; i < name.length; i++)
      if (name.at(i) == '/' || name.at(i) == 0)
        throw NfsFailure.ACCES;
  }

  /* May `who' make `name' in `directory'? */
  private static void checkNew(Directory directory, Slice name, Credentials who) throws NfsFailure {
    Access.check(directory, who, Access.EXECUTE);
    if (isSelf(name) || isParent(name) || directory.find(name) != null)
      throw NfsFailure.EXIST;
    checkName(name);
    Access.check(directory, who, Access.WRITE);
  }

  private void setUp(Inode inode, int mode, int uid, int gid) {
    inode.mode = mode;
    inode.uid = uid;
    inode.gid = gid;
    inode.atime = now();
    inode.modified(inode.atime);
  }

  /* What a new file has before it gets its attributes: its owner; the directory's group where that is set-group-id,
   * else the owner's. */
  private void dress(Inode inode, Directory directory, SetAttributes attributes, int standardMode, Credentials who) {
    boolean inherits = (directory.mode & Inode.SETGID) != 0;
    int mode = attributes.hasMode ? attributes.mode : standardMode & ~022;
    if (inherits && inode.type() == Inode.DIRECTORY)
      mode |= Inode.SETGID;
    setUp(inode, mode, who.uid(), inherits ? directory.gid : who.gid());
  }

  /* Gives a new inode its attributes and its name, or takes it away again. */
  private void enter(Directory directory, Slice name, Inode inode, SetAttributes attributes, Credentials who)
      throws NfsFailure {
    try {
      changes.applyToNew(inode, attributes, who);
      addEntry(directory, name, inode);
    } catch (NfsFailure e) {
      destroy(inode);
      throw e;
    }
  }

  private void addEntry(Directory directory, Slice name, Inode inode) throws NfsFailure {
    directory.add(name, inode);
    directory.modified(now());
  }

  private void dropEntry(Directory directory, Directory.Entry entry) {
    takeOut(directory, entry);
    release(directory, entry.inode);
  }

  private void takeOut(Directory directory, Directory.Entry entry) {
    directory.remove(entry);
    directory.modified(now());
  }

  /* A name of `inode', in `directory', is gone. */
  private void release(Directory directory, Inode inode) {
    if (inode.type() == Inode.DIRECTORY) {
      directory.links--;
      inode.links = 0;
    } else {
      inode.links--;
      inode.ctime = now();
    }
    if (inode.links == 0)
      destroy(inode);
  }

  private void destroy(Inode inode) {
    if (inode.type() == Inode.REGULAR)
      ((RegularFile) inode).empty();
    inodes.remove(inode);
  }
}
