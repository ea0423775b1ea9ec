/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Checks what must always hold in a file system (FileSystem.java), whatever was done to it: every inode has a name,
 * links are as many as names, parents are parents, and what is charged is what there is. */
package jx.nfs;

import java.util.HashMap;
import jx.rpc.Slice;

public final class Audit {
  private final FileSystem files;
  private final HashMap<Inode, Integer> names = new HashMap<>();
  private long bytes;
  private String objection;

  private Audit(FileSystem files) {
    this.files = files;
  }

  /* What is wrong; null when nothing is. */
  public static String objection(FileSystem files) {
    Audit audit = new Audit(files);
    audit.bytes = files.inodes.charged();
    audit.walk(files.root);
    audit.links();
    if (audit.names.size() + 1 != files.fileCount())
      audit.object("inodes without a name", files.fileCount() - 1, audit.names.size());
    if (audit.bytes != files.bytesUsed())
      audit.object("bytes charged", files.bytesUsed(), audit.bytes);
    return audit.objection;
  }

  private void object(String what, long got, long expected) {
    if (objection == null)
      objection = what + ": " + got + ", found " + expected;
  }

  private void walk(Directory directory) {
    int children = 0, cookie = Directory.COOKIE_PARENT;
    bytes += Inodes.INODE_BYTES + directory.charged();
    for (int i = 0; i < directory.count(); i++) {
      Directory.Entry entry = directory.entry(i);
      bytes += entry.charged();
      if (entry.cookie <= cookie || directory.find(new Slice().set(entry.name)) != entry)
        object("an entry out of place", entry.cookie, cookie);
      cookie = entry.cookie;
      if (files.inodes.find(entry.inode.number, entry.inode.generation) != entry.inode)
        object("an entry without an inode", entry.inode.number, 0);
      children += entry.inode.type() == Inode.DIRECTORY ? 1 : 0;
      visit(directory, entry.inode);
    }
    if (directory.links != children + 2)
      object("links of a directory", directory.links, children + 2);
  }

  private void visit(Directory directory, Inode inode) {
    Integer before = names.put(inode, names.containsKey(inode) ? names.get(inode) + 1 : 1);
    if (inode.type() == Inode.DIRECTORY) {
      if (before != null || ((Directory) inode).parent != directory)
        object("a directory in two places", inode.number, directory.number);
      else
        walk((Directory) inode);
    } else if (before == null) {
      bytes += Inodes.INODE_BYTES;
      bytes += inode.type() == Inode.SYMLINK ? inode.size() : ((RegularFile) inode).charged();
    }
  }

  private void links() {
    for (Inode inode : names.keySet())
      if (inode.type() != Inode.DIRECTORY && inode.links != names.get(inode))
        object("links of file " + inode.number, inode.links, names.get(inode));
  }
}
