/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a client has of a file: sixteen bytes, in version 2 filled up to 32 with zeros.
 *
 *   0  4  "JXFS"        4  4  number of the file system
 *   8  4  the inode's number       12  4  its generation
 *
 * The empty handle, in version 2 all zeros, is the public one (RFC 2054): paths are looked up from there without a
 * mount. */
package jx.nfs;

import jx.rpc.BadXdr;
import jx.rpc.Slice;
import jx.rpc.XdrReader;
import jx.rpc.XdrWriter;

final class FileHandle {
  static final int BYTES = 16;
  static final int V2_BYTES = 32;

  private static final int V3_MOST_BYTES = 64;
  private static final int MAGIC = 0x4a584653;

  private static final int WORDS = BYTES / 4;

  private final Slice slice = new Slice();
  private final int[] words = new int[WORDS];
  private final XdrReader reader = new XdrReader();
  private boolean sound;
  private boolean nothing;
  int fileSystem;
  int number;
  int generation;

  /* Is it one that such a server may have made? */
  boolean sound() {
    return sound;
  }

  boolean isPublic() {
    return nothing;
  }

  void read3(XdrReader from) throws BadXdr {
    from.opaque(slice, V3_MOST_BYTES);
    nothing = slice.length == 0;
    sound = slice.length == BYTES && parse();
  }

  void read2(XdrReader from) throws BadXdr {
    from.fixed(slice, V2_BYTES);
    nothing = zerosFrom(0);
    sound = parse() && zerosFrom(BYTES);
  }

  static void write3(XdrWriter to, int fileSystem, Inode inode) {
    to.int32(BYTES);
    write(to, fileSystem, inode);
  }

  static void write2(XdrWriter to, int fileSystem, Inode inode) {
    write(to, fileSystem, inode);
    to.zeros(V2_BYTES - BYTES);
  }

  private static void write(XdrWriter to, int fileSystem, Inode inode) {
    to.int32(MAGIC);
    to.int32(fileSystem);
    to.int32(inode.number);
    to.int32(inode.generation);
  }

  private boolean parse() throws BadXdr {
    reader.open(slice.bytes, slice.offset, slice.length);
    int[] w = words;
    reader.int32s(w, WORDS);
    int last = w[3];            /* the last word first: then gcc knows that there are the others */
    int middle = w[2];
    int first = w[1];
    boolean ours = w[0] == MAGIC;
    fileSystem = first;
    number = middle;
    generation = last;
    return ours;
  }

  private boolean zerosFrom(int index) {
    for (int i = index; i < slice.length; i++)
      if (slice.at(i) != 0)
        return false;
    return true;
  }
}
