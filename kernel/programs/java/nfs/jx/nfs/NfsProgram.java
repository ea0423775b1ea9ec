/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What both versions of NFS have in common: handles to inodes, names, and that a failure's reply replaces what was
 * written of the other.
 *
 * A procedure reads all its arguments before it looks at what they mean: garbage is found before anything is done. */
package jx.nfs;

import jx.rpc.BadXdr;
import jx.rpc.RpcCall;
import jx.rpc.RpcProgram;
import jx.rpc.Slice;
import jx.rpc.XdrReader;
import jx.rpc.XdrWriter;

abstract class NfsProgram extends RpcProgram {
  static final int PORT = 2049;

  /* The most that a READ gives and a WRITE takes: version 2's limit (RFC 1094, MAXDATA). */
  static final int MOST_DATA = 8192;

  /* What is told of the file system's blocks, and how directories are cut. */
  static final int BLOCK = 4096;

  static final int PROGRAM = 100003;

  /* Names that are too long are refused by the file system, in NFS's words; longer ones are no names. */
  private static final int MOST_NAME = 1024;

  final FileSystem files;
  final Export export;
  final SetAttributes attributes = new SetAttributes();
  final FileHandle handle = new FileHandle();
  final FileHandle otherHandle = new FileHandle();
  final Slice name = new Slice();
  final Slice otherName = new Slice();
  final Slice data = new Slice();

  NfsProgram(int version, FileSystem files, Export export, String... procedures) {
    super(PROGRAM, version, "nfs" + version, procedures);
    this.files = files;
    this.export = export;
  }

  /* A procedure: reads the arguments, writes the reply of success. */
  abstract void run(RpcCall call, XdrReader arguments, XdrWriter results) throws BadXdr, NfsFailure;

  /* Writes the reply of failure. */
  abstract void fail(int procedure, int status, XdrWriter results);

  @Override
  protected final int perform(RpcCall call) throws BadXdr {
    int start = call.results.position();
    try {
      run(call, call.arguments, call.results);
    } catch (NfsFailure e) {
      call.results.rewind(start);
      fail(call.procedure, e.status, call.results);
    }
    return SUCCESS;
  }

  static void readName(XdrReader arguments, Slice into) throws BadXdr {
    arguments.opaque(into, MOST_NAME);
  }

  final Inode find(FileHandle wanted) throws NfsFailure {
    if (wanted.isPublic())
      return files.root;
    if (!wanted.sound())
      throw NfsFailure.BADHANDLE;
    Inode inode = wanted.fileSystem == files.id() ? files.inodes.find(wanted.number, wanted.generation) : null;
    if (inode == null)
      throw NfsFailure.STALE;
    return inode;
  }

  /* From the public handle on a name is a path, which an export begins. */
  final Inode lookup(Inode directory, RpcCall call) throws NfsFailure {
    if (handle.isPublic())
      return export.findPublic(name);
    return files.lookup(FileSystem.directory(directory), name, call.credentials);
  }

  /* Writes up to `wanted' bytes of a file as opaque data, as many as there is room for; how many. */
  final int writeContent(Inode inode, RpcCall call, long offset, long wanted, XdrWriter results) throws NfsFailure {
    int most = Math.max(0, Math.min(MOST_DATA, results.remaining() - 8));
    int lengthAt = results.position();
    results.int32(0);
    int start = results.position();
    int got = files.read(inode, call.credentials, offset, (int) Math.min(wanted, most), results.array(), start);
    results.room(got);
    results.patch(lengthAt, got);
    return got;
  }
}
