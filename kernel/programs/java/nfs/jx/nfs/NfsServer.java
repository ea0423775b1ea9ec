/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An NFS server: the port mapper, the mount protocol and NFS, versions 2 and 3, on one file system. A program that has
 * datagrams hands those for PORTS to handler(), from one thread.
 *
 *   FileSystem files = new FileSystem(bytes, new SystemClock());
 *   TarFile.fill(files, System.in);
 *   NfsServer server = new NfsServer(files, "export", NfsServer.SMALL_TRANSFER);
 */
package jx.nfs;

import java.util.ArrayList;
import jx.rpc.Portmap;
import jx.rpc.RpcServer;

public final class NfsServer {
  /* Where calls are taken: portmap, nfs, mount. */
  public static final int[] PORTS = { Portmap.PORT, NfsProgram.PORT, MountProgram.PORT };

  /* READs and WRITEs of this size need no fragments on Ethernet. */
  public static final int SMALL_TRANSFER = 1024;

  private final RpcServer rpc = new RpcServer();

  /* Clients mount /NAME. `transfer' is how many bytes they are advised to READ and WRITE at once, 512 to 8192; they
   * may go up to 8192. */
  public NfsServer(FileSystem files, String name, int transfer) {
    if (transfer < 512 || transfer > NfsProgram.MOST_DATA)
      throw new IllegalArgumentException("transfers are of 512 to " + NfsProgram.MOST_DATA + " bytes: " + transfer);
    Export export = new Export(files, name);
    ArrayList<MountProgram.Mount> mounts = new ArrayList<>();
    files.serve();
    rpc.add(new Portmap(rpc), Portmap.PORT);
    for (int version = 1; version <= 3; version++)
      rpc.add(new MountProgram(version, files, export, mounts), MountProgram.PORT);
    rpc.add(new Nfs2(files, export, transfer), NfsProgram.PORT);
    rpc.add(new Nfs3(files, export, transfer), NfsProgram.PORT);
  }

  public RpcServer handler() {
    return rpc;
  }
}
