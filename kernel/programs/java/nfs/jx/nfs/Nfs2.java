/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * NFS version 2 (RFC 1094), all of it. ROOT and WRITECACHE, which were never used, do nothing, as elsewhere.
 *
 * Sizes, offsets and cookies are of 32 bits here; a directory's cookie is the number of its entry (Directory). */
package jx.nfs;

import jx.rpc.BadXdr;
import jx.rpc.Credentials;
import jx.rpc.RpcCall;
import jx.rpc.XdrReader;
import jx.rpc.XdrWriter;

final class Nfs2 extends NfsProgram {
  private static final int GETATTR = 1;
  private static final int SETATTR = 2;
  private static final int LOOKUP = 4;
  private static final int READLINK = 5;
  private static final int READ = 6;
  private static final int WRITE = 8;
  private static final int CREATE = 9;
  private static final int REMOVE = 10;
  private static final int RENAME = 11;
  private static final int LINK = 12;
  private static final int SYMLINK = 13;
  private static final int MKDIR = 14;
  private static final int RMDIR = 15;
  private static final int READDIR = 16;
  private static final int STATFS = 17;

  /* Of a mode, which says the type as well, as Unix' st_mode. */
  private static final int MODE_DIRECTORY = 0040000;
  private static final int MODE_REGULAR = 0100000;
  private static final int MODE_SYMLINK = 0120000;

  private final int preferred;

  Nfs2(FileSystem files, Export export, int preferred) {
    super(2, files, export, "null", "getattr", "setattr", "root", "lookup", "readlink", "read", "writecache", "write",
      "create", "remove", "rename", "link", "symlink", "mkdir", "rmdir", "readdir", "statfs");
    this.preferred = preferred;
  }

  @Override
  protected boolean onlyOnce(int procedure) {
    return procedure == SETATTR || procedure >= WRITE && procedure <= RMDIR;
  }

  @Override
  void fail(int procedure, int status, XdrWriter results) {
    results.int32(Status.forVersion2(status));
  }

  @Override
  void run(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    Credentials who = call.credentials;
    switch (call.procedure) {
      case GETATTR:
        handle.read2(arguments);
        writeAttributes(find(handle), results);
        break;
      case SETATTR:
        setAttributes(arguments, results, who);
        break;
      case LOOKUP:
        readPlace(arguments);
        writeFile(lookup(find(handle), call), results);
        break;
      case READLINK:
        handle.read2(arguments);
        byte[] target = files.readLink(find(handle));
        results.int32(Status.OK);
        results.opaque(target);
        break;
      case READ:
        read(call, arguments, results);
        break;
      case WRITE:
        write(arguments, results, who);
        break;
      case CREATE:
      case MKDIR:
        create(call.procedure, arguments, results, who);
        break;
      case REMOVE:
      case RMDIR:
        remove(call.procedure, arguments, results, who);
        break;
      case RENAME:
        rename(arguments, results, who);
        break;
      case LINK:
        link(arguments, results, who);
        break;
      case SYMLINK:
        symlink(arguments, results, who);
        break;
      case READDIR:
        readDirectory(arguments, results, who);
        break;
      case STATFS:
        handle.read2(arguments);
        statFileSystem(results);
        break;
    }
  }

  /* diropargs */
  private void readPlace(XdrReader arguments) throws BadXdr {
    handle.read2(arguments);
    readName(arguments, name);
  }

  private void setAttributes(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read2(arguments);
    attributes.read2(arguments);
    Inode inode = find(handle);
    files.setAttributes(inode, attributes, who);
    writeAttributes(inode, results);
  }

  private void read(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure {
    handle.read2(arguments);
    long offset = arguments.uint32(), count = arguments.uint32();
    arguments.int32();
    Inode inode = find(handle);
    writeAttributes(inode, results);
    writeContent(inode, call, offset, count, results);
  }

  private void write(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read2(arguments);
    arguments.int32();
    long offset = arguments.uint32();
    arguments.int32();
    arguments.opaque(data, MOST_DATA);
    Inode inode = find(handle);
    files.write(inode, who, offset, data);
    writeAttributes(inode, results);
  }

  private void create(int procedure, XdrReader arguments, XdrWriter results, Credentials who)
      throws BadXdr, NfsFailure {
    readPlace(arguments);
    attributes.read2(arguments);
    Directory directory = FileSystem.directory(find(handle));
    Inode made;
    if (procedure == MKDIR)
      made = files.makeDirectory(directory, name, attributes, who);
    else
      made = files.create(directory, name, attributes, who);
    writeFile(made, results);
  }

  private void remove(int procedure, XdrReader arguments, XdrWriter results, Credentials who)
      throws BadXdr, NfsFailure {
    readPlace(arguments);
    Directory directory = FileSystem.directory(find(handle));
    if (procedure == RMDIR)
      files.removeDirectory(directory, name, who);
    else
      files.remove(directory, name, who);
    results.int32(Status.OK);
  }

  private void rename(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    otherHandle.read2(arguments);
    readName(arguments, otherName);
    Directory from = FileSystem.directory(find(handle)), to = FileSystem.directory(find(otherHandle));
    files.rename(from, name, to, otherName, who);
    results.int32(Status.OK);
  }

  private void link(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    otherHandle.read2(arguments);
    readPlace(arguments);
    Inode inode = find(otherHandle);
    files.link(inode, FileSystem.directory(find(handle)), name, who);
    results.int32(Status.OK);
  }

  private void symlink(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    readPlace(arguments);
    arguments.opaque(data, FileSystem.MOST_TARGET);
    attributes.read2(arguments);
    files.makeSymlink(FileSystem.directory(find(handle)), name, data, attributes, who);
    results.int32(Status.OK);
  }

  private void statFileSystem(XdrWriter results) throws NfsFailure {
    find(handle);
    long free = files.quota.limit - files.quota.used();
    results.int32(Status.OK);
    results.int32(preferred);
    results.int32(BLOCK);
    results.int32((int) (files.quota.limit / BLOCK));
    results.int32((int) (free / BLOCK));
    results.int32((int) (free / BLOCK));
  }

  /* ---- reading a directory ---- */

  /* An entry is one of 4 words and the name; behind the last, two words. The count is that of the whole reply, as far
   * as clients and servers agree. */
  private void readDirectory(XdrReader arguments, XdrWriter results, Credentials who) throws BadXdr, NfsFailure {
    handle.read2(arguments);
    long cookie = arguments.uint32();
    long count = arguments.uint32();
    Directory directory = files.list(find(handle), who);
    int end = results.position() + (int) Math.min(count, Math.min(MOST_DATA, results.remaining())) - 8;
    results.int32(Status.OK);
    DirectoryReader reader = new DirectoryReader(directory, cookie);
    int written = 0;
    while (reader.next() && results.position() + 16 + (reader.name().length + 3 & ~3) <= end) {
      results.bool(true);
      results.int32(reader.inode().number);
      results.opaque(reader.name());
      results.int32(reader.cookie());
      reader.accept();
      written++;
    }
    if (written == 0 && !reader.ended())
      throw NfsFailure.TOOSMALL;
    results.bool(false);
    results.bool(reader.ended());
  }

  /* ---- attributes ---- */

  /* diropres: the status, a handle, attributes */
  private void writeFile(Inode inode, XdrWriter results) {
    results.int32(Status.OK);
    FileHandle.write2(results, files.id(), inode);
    writeFattr(inode, results);
  }

  /* attrstat: the status and attributes */
  private void writeAttributes(Inode inode, XdrWriter results) {
    results.int32(Status.OK);
    writeFattr(inode, results);
  }

  private void writeFattr(Inode inode, XdrWriter to) {
    to.int32(inode.type());
    to.int32(inode.mode | typeBits(inode.type()));
    to.int32(inode.links);
    to.int32(inode.uid);
    to.int32(inode.gid);
    to.int32((int) inode.size());
    to.int32(BLOCK);
    to.int32(0);
    to.int32((int) ((inode.used() + 511) / 512));
    to.int32(files.id());
    to.int32(inode.number);
    writeTime(inode.atime, to);
    writeTime(inode.mtime, to);
    writeTime(inode.ctime, to);
  }

  private static int typeBits(int type) {
    return type == Inode.DIRECTORY ? MODE_DIRECTORY : type == Inode.SYMLINK ? MODE_SYMLINK : MODE_REGULAR;
  }

  private static void writeTime(long nanos, XdrWriter to) {
    to.int32((int) (nanos / 1000000000));
    to.int32((int) (nanos % 1000000000 / 1000));
  }
}
