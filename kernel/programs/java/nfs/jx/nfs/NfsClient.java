/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A client of NFS version 3 (RFC 1813) over UDP that reads: asks the port mapper where mount daemon and server are,
 * mounts a path, looks up names, lists directories, reads files, asks for attributes. It keeps nothing that a server
 * has said: each question is a call.
 *
 * What is not performed is an IOException that says what and why: NfsRefusal where the file system says so, RpcFailure
 * where RPC does, SocketTimeoutException where nobody answers. What a server says is not trusted: lengths and counts
 * have limits, and a name that no file can have, or a file or directory that does not end, is an IOException, too.
 * One thread uses a client at a time. */
package jx.nfs;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jx.rpc.BadXdr;
import jx.rpc.Portmap;
import jx.rpc.RpcClient;
import jx.rpc.Slice;
import jx.rpc.XdrReader;
import jx.rpc.XdrWriter;

public final class NfsClient implements Closeable {
  public static final int REGULAR = 1;               /* RFC 1813, ftype3 */
  public static final int DIRECTORY = 2;

  private static final int VERSION = 3;
  private static final int MOUNT_VERSION = 3;
  private static final int MNT = 1;
  private static final int GETATTR = 1;
  private static final int LOOKUP = 3;
  private static final int READ = 6;
  private static final int READDIR = 16;

  private static final int MOST_HANDLE = 64;         /* NFS3_FHSIZE */
  private static final int MOST_NAME = 255;
  private static final int MOST_FLAVORS = 64;
  private static final int ATTRIBUTE_BYTES = 84;     /* of fattr3 */
  private static final int DIRECTORY_BYTES = 1024;   /* of a reply to READDIR: no fragments */
  private static final int MOST_ENTRIES = 1_000_000; /* of a directory, `.' and `..' among them */

  /* What GETATTR tells of a file. */
  public static final class Attributes {
    public final int type;
    public final int mode;
    public final long size;

    Attributes(int type, int mode, long size) {
      this.type = type;
      this.mode = mode;
      this.size = size;
    }
  }

  private final RpcClient mount;
  private final RpcClient nfs;
  private final Slice slice = new Slice();

  /* IOException: the server has no port mapper, or no NFS of version 3. */
  public NfsClient(InetAddress server) throws IOException {
    this(server, ask(server, MountProgram.PROGRAM, MOUNT_VERSION), ask(server, NfsProgram.PROGRAM, VERSION));
  }

  /* Where the ports, 1 to 65535, are known. */
  public NfsClient(InetAddress server, int mountPort, int port) throws IOException {
    mount = new RpcClient(server, mountPort, MountProgram.PROGRAM, MOUNT_VERSION);
    nfs = new RpcClient(server, port, NfsProgram.PROGRAM, VERSION);
  }

  private static int ask(InetAddress server, int program, int version) throws IOException {
    try (RpcClient mapper = new RpcClient(server, Portmap.PORT, Portmap.PROGRAM, Portmap.VERSION)) {
      return Portmap.ask(mapper, program, version);
    }
  }

  /* How long each call waits for its reply, 1 or more. */
  public void setPatience(int millis) {
    mount.setPatience(millis);
    nfs.setPatience(millis);
  }

  /* The handle of an exported path. */
  public byte[] mount(String path) throws IOException {
    mount.begin(MNT).opaque(path.getBytes(StandardCharsets.UTF_8));
    XdrReader results = mount.call();
    try {
      check(results, "mount " + path);
      byte[] handle = handle(results);
      for (int flavors = results.choice(MOST_FLAVORS + 1); flavors > 0; flavors--)
        results.int32();
      return handle;
    } catch (BadXdr e) {
      throw malformed("mount");
    }
  }

  public Attributes attributes(byte[] handle) throws IOException {
    nfs.begin(GETATTR).opaque(handle);
    XdrReader results = nfs.call();
    try {
      check(results, "getattr");
      int type = results.int32();
      int mode = results.int32();
      results.fixed(slice, 12);
      long size = results.int64();
      results.fixed(slice, ATTRIBUTE_BYTES - 28);
      return new Attributes(type, mode, size);
    } catch (BadXdr e) {
      throw malformed("getattr");
    }
  }

  /* The handle of `name' in a directory. */
  public byte[] lookup(byte[] directory, String name) throws IOException {
    XdrWriter arguments = nfs.begin(LOOKUP);
    arguments.opaque(directory);
    arguments.opaque(name.getBytes(StandardCharsets.UTF_8));
    XdrReader results = nfs.call();
    try {
      check(results, "lookup " + name);
      return handle(results);
    } catch (BadXdr e) {
      throw malformed("lookup");
    }
  }

  /* The names in a directory, without `.' and `..'. */
  public List<String> list(byte[] directory) throws IOException {
    List<String> names = new ArrayList<>();
    long cookie = 0;
    long verifier = 0;
    int entries = 0;
    for (boolean ended = false; !ended;) {
      XdrWriter arguments = nfs.begin(READDIR);
      arguments.opaque(directory);
      arguments.int64(cookie);
      arguments.int64(verifier);
      arguments.int32(DIRECTORY_BYTES);
      XdrReader results = nfs.call();
      try {
        check(results, "readdir");
        skipAttributes(results);
        verifier = results.int64();
        long before = cookie;
        for (; results.bool(); entries++)
          cookie = entry(results, names);
        ended = results.bool();
        if (!ended && cookie == before || entries > MOST_ENTRIES)
          throw new IOException("readdir: the directory does not end");
      } catch (BadXdr e) {
        throw malformed("readdir");
      }
    }
    return names;
  }

  /* Its cookie. */
  private long entry(XdrReader results, List<String> names) throws BadXdr, IOException {
    results.int64();
    results.opaque(slice, MOST_NAME);
    String name = new String(slice.copy(), StandardCharsets.UTF_8);
    if (name.isEmpty() || name.indexOf('/') >= 0 || name.indexOf('\0') >= 0)
      throw malformed("readdir");
    if (!name.equals(".") && !name.equals(".."))
      names.add(name);
    return results.int64();
  }

  /* A file's whole content, read `count' bytes at a time. IOException, too: it is longer than `most' bytes. */
  public byte[] read(byte[] file, int count, int most) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    boolean more;
    do {
      more = readPart(file, content, count);
      if (content.size() > most)
        throw new IOException("read: the file is longer than " + most + " bytes");
    } while (more);
    return content.toByteArray();
  }

  /* Appends what comes next; false: that was the end. */
  private boolean readPart(byte[] file, ByteArrayOutputStream content, int count) throws IOException {
    XdrWriter arguments = nfs.begin(READ);
    arguments.opaque(file);
    arguments.int64(content.size());
    arguments.int32(count);
    XdrReader results = nfs.call();
    try {
      check(results, "read");
      skipAttributes(results);
      int length = results.int32();
      boolean ended = results.bool();
      results.opaque(slice, count);
      if (slice.length != length)
        throw malformed("read");
      content.write(slice.bytes, slice.offset, slice.length);
      if (!ended && slice.length == 0)
        throw new IOException("read: nothing comes, and the file does not end");
      return !ended;
    } catch (BadXdr e) {
      throw malformed("read");
    }
  }

  private static void check(XdrReader results, String what) throws BadXdr, IOException {
    int status = results.int32();
    if (status != Status.OK)
      throw new NfsRefusal(what, status);
  }

  private byte[] handle(XdrReader results) throws BadXdr {
    results.opaque(slice, MOST_HANDLE);
    return slice.copy();
  }

  private void skipAttributes(XdrReader results) throws BadXdr {
    if (results.bool())
      results.fixed(slice, ATTRIBUTE_BYTES);
  }

  private static IOException malformed(String procedure) {
    return new IOException(procedure + ": the reply is malformed");
  }

  /* Calls that were answered, and that were sent once more, of NFS. */
  public long calls() {
    return nfs.calls;
  }

  public long repeated() {
    return nfs.repeated;
  }

  @Override
  public void close() {
    mount.close();
    nfs.close();
  }
}
