/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The mount protocol, in version 1, 2 (RFC 1094, appendix A; 2 adds PATHCONF, which is not offered) or 3 (RFC 1813,
 * appendix I): gives the handle that a client begins with. Who has mounted what is written down for DUMP, as far as
 * clients tell, and means nothing else. */
package jx.nfs;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import jx.rpc.BadXdr;
import jx.rpc.Credentials;
import jx.rpc.RpcCall;
import jx.rpc.RpcProgram;
import jx.rpc.Slice;
import jx.rpc.XdrWriter;

final class MountProgram extends RpcProgram {
  static final int PORT = 20048;

  static final int PROGRAM = 100005;
  private static final int MNT = 1;
  private static final int DUMP = 2;
  private static final int UMNT = 3;
  private static final int UMNTALL = 4;
  private static final int EXPORT = 5;
  private static final int EXPORTALL = 6;

  private static final int MOST_PATH = 1024;

  /* Of DUMP's reply: a bool, an address as text (15 characters at most), a path, and the bool behind the last. */
  private static final int MOST_ENTRY_BYTES = 4 + 4 + 16 + 4 + MOST_PATH + 4;

  /* Of what is written down; the oldest is forgotten. */
  private static final int MOST_MOUNTS = 64;

  static final class Mount {
    final int address;
    final byte[] path;

    Mount(int address, byte[] path) {
      this.address = address;
      this.path = path;
    }
  }

  private final FileSystem files;
  private final Export export;
  private final ArrayList<Mount> mounts;
  private final Slice path = new Slice();

  /* The versions share `mounts'. */
  MountProgram(int version, FileSystem files, Export export, ArrayList<Mount> mounts) {
    super(PROGRAM, version, "mount" + version, "null", "mnt", "dump", "umnt", "umntall", "export",
      version < 3 ? "exportall" : null);
    this.files = files;
    this.export = export;
    this.mounts = mounts;
  }

  @Override
  protected int perform(RpcCall call) throws BadXdr {
    switch (call.procedure) {
      case MNT:
        call.arguments.opaque(path, MOST_PATH);
        mount(call);
        break;
      case DUMP:
        dump(call.results);
        break;
      case UMNT:
        call.arguments.opaque(path, MOST_PATH);
        forget(call.address, path);
        break;
      case UMNTALL:
        forget(call.address, null);
        break;
      case EXPORT:
      case EXPORTALL:
        listExports(call.results);
        break;
    }
    return SUCCESS;
  }

  private void mount(RpcCall call) {
    Inode inode;
    try {
      inode = export.find(path);
    } catch (NfsFailure e) {
      call.results.int32(version == 3 ? e.status : Status.forVersion2(e.status));
      return;
    }
    forget(call.address, path);
    if (mounts.size() == MOST_MOUNTS)
      mounts.remove(0);
    mounts.add(new Mount(call.address, path.copy()));
    call.results.int32(Status.OK);
    if (version == 3)
      writeHandle3(call.results, inode);
    else
      FileHandle.write2(call.results, files.id(), inode);
  }

  private void writeHandle3(XdrWriter to, Inode inode) {
    FileHandle.write3(to, files.id(), inode);
    to.int32(2);
    to.int32(Credentials.SYS);
    to.int32(Credentials.NONE);
  }

  /* `path' null: all of that address. */
  private void forget(int address, Slice path) {
    for (int i = mounts.size() - 1; i >= 0; i--) {
      Mount mount = mounts.get(i);
      if (mount.address == address && (path == null || path.holds(mount.path)))
        mounts.remove(i);
    }
  }

  /* As many as the reply has room for. */
  private void dump(XdrWriter to) {
    for (int i = 0; i < mounts.size() && to.remaining() >= MOST_ENTRY_BYTES; i++) {
      Mount mount = mounts.get(i);
      to.bool(true);
      to.opaque(dotted(mount.address));
      to.opaque(mount.path);
    }
    to.bool(false);
  }

  private static byte[] dotted(int address) {
    String text = (address >>> 24) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "." +
      (address & 0xff);
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /* One directory, for everyone. */
  private void listExports(XdrWriter to) {
    to.bool(true);
    to.opaque(export.path);
    to.bool(false);
    to.bool(false);
  }
}
