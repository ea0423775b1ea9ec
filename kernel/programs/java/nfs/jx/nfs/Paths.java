/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Paths of several names with slashes between them. Empty names and "." count for nothing, so it does not matter
 * where slashes stand double, or at an end. Symbolic links are not followed. */
package jx.nfs;

import jx.rpc.Credentials;
import jx.rpc.Slice;

final class Paths {
  private static final int STANDARD_MODE = 0755;

  private Paths() {
  }

  /* From the root. */
  static Inode find(FileSystem files, Slice path, Credentials who) throws NfsFailure {
    Inode inode = files.root;
    Slice name = new Slice();
    for (int at = next(path, 0, name); at >= 0; at = next(path, at, name))
      inode = files.lookup(FileSystem.directory(inode), name, who);
    return inode;
  }

  /* The directory at `path', made where it is missing, with what leads to it; unless `whole', the one that its last
   * name is in. */
  static Inode make(FileSystem files, Slice path, boolean whole, Credentials who) throws NfsFailure {
    SetAttributes attributes = new SetAttributes();
    attributes.hasMode = true;
    attributes.mode = STANDARD_MODE;
    Directory directory = files.root;
    Slice name = new Slice(), later = new Slice();
    for (int at = next(path, 0, name); at >= 0; at = next(path, at, name)) {
      if (!whole && next(path, at, later) < 0)
        break;
      Directory.Entry entry = directory.find(name);
      directory = entry == null ? files.makeDirectory(directory, name, attributes, who)
        : FileSystem.directory(entry.inode);
    }
    return directory;
  }

  /* Makes `path' its last name; one without a name becomes empty. */
  static void lastName(Slice path) {
    Slice name = new Slice();
    int start = path.offset, length = 0;
    for (int at = next(path, 0, name); at >= 0; at = next(path, at, name)) {
      start = name.offset;
      length = name.length;
    }
    path.set(path.bytes, start, length);
  }

  /* The first name at or behind index `at': where to go on, or -1 when there is none. */
  static int next(Slice path, int at, Slice name) {
    while (at < path.length) {
      while (at < path.length && path.at(at) == '/')
        at++;
      int start = at;
      while (at < path.length && path.at(at) != '/')
        at++;
      if (at - start > 1 || at - start == 1 && path.at(start) != '.') {
        name.set(path.bytes, path.offset + start, at - start);
        return at;
      }
    }
    return -1;
  }
}
