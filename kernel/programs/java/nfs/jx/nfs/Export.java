/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What clients may mount: the file system's root by one name, like "/export", and whatever is below it, files too
 * (there are clients that mount the very file they want). */
package jx.nfs;

import java.nio.charset.StandardCharsets;
import jx.rpc.Credentials;
import jx.rpc.Slice;

final class Export {
  final byte[] path;
  private final byte[] name;
  private final FileSystem files;
  private final Credentials root = Credentials.root();

  /* `name' is one name. */
  Export(FileSystem files, String name) {
    this.files = files;
    this.name = name.getBytes(StandardCharsets.UTF_8);
    path = ("/" + name).getBytes(StandardCharsets.UTF_8);
  }

  /* What `wanted' means: a path from the export's name on; "/" is the root as well. */
  Inode find(Slice wanted) throws NfsFailure {
    Slice first = new Slice();
    int at = Paths.next(wanted, 0, first);
    if (at < 0)
      return files.root;
    if (!first.holds(name))
      throw NfsFailure.NOENT;
    return Paths.find(files, new Slice().set(wanted.bytes, wanted.offset + at, wanted.length - at), root);
  }

  /* The same with the public handle's paths (RFC 2054): %XX is a byte, unless the first one is 0x80, which says that
   * the path is the server's own. */
  Inode findPublic(Slice wanted) throws NfsFailure {
    if (wanted.length > 0 && wanted.at(0) == (byte) 0x80)
      return find(new Slice().set(wanted.bytes, wanted.offset + 1, wanted.length - 1));
    byte[] plain = new byte[wanted.length];
    int length = 0;
    for (int i = 0; i < wanted.length; i++) {
      int code = -1;
      if (wanted.at(i) == '%' && i + 2 < wanted.length)
        code = hex(wanted.at(i + 1)) << 4 | hex(wanted.at(i + 2));
      plain[length++] = code >= 0 ? (byte) code : wanted.at(i);
      i += code >= 0 ? 2 : 0;
    }
    return find(new Slice().set(plain, 0, length));
  }

  /* Negative for what is no digit, also when others are or-ed to it. */
  private static int hex(byte digit) {
    return Character.digit((char) digit, 16);
  }
}
