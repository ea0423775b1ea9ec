/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A server without a network, whose replies depend on its calls alone: what the loopback harness, the replay and the
 * fuzzer have in common. */
import java.io.ByteArrayInputStream;
import java.io.IOException;
import jx.net.Datagram;
import jx.nfs.Audit;
import jx.nfs.FileSystem;
import jx.nfs.NfsServer;
import jx.nfs.TarFile;
import jx.rpc.RpcServer;

public final class Machine {
  /* Room for a reply, as the UDP layer gives it. */
  private static final int REPLY_BYTES = 60 * 1024;

  public final FileSystem files;
  public final RpcServer server;
  public final Datagram reply = new Datagram();
  private long digest = 0xcbf29ce484222325L;

  public Machine(byte[] tar, long capacity) throws IOException {
    files = new FileSystem(capacity, new ScriptedClock());
    TarFile.fill(files, new ByteArrayInputStream(tar));
    server = new NfsServer(files, "export", NfsServer.SMALL_TRANSFER).handler();
    reply.buffer = new byte[REPLY_BYTES];
  }

  /* The reply is in `reply' then; its length, 0: none. */
  public int handle(Datagram call) {
    reply.offset = 0;
    reply.length = REPLY_BYTES;
    int length = server.handle(call, reply);
    digest(length);
    for (int i = 0; i < length; i++)
      digest(reply.buffer[i]);
    return length;
  }

  /* FNV-1a, 64 bits, of all replies. */
  private void digest(int value) {
    digest = (digest ^ value & 0xffff) * 0x100000001b3L;
  }

  public void report() {
    System.out.println("calls " + server.calls);
    System.out.println("malformed " + server.malformed);
    System.out.println("refused " + server.refused);
    System.out.println("repeated " + server.repeated);
    System.out.println("faults " + server.faults);
    System.out.println("files " + files.fileCount());
    System.out.println("bytes " + files.bytesUsed());
    System.out.println("audit " + Audit.objection(files));
    System.out.println("digest " + Long.toHexString(digest));
  }
}
