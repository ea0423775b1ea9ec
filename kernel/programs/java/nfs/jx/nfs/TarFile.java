/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Fills a file system from a tar file (POSIX.1-1988 ustar, GNU's long names, and paths of POSIX.1-2001 "pax"
 * headers): files, directories, symbolic and hard links, with modes, owners and times. Directories that the tar
 * leaves out are made; what comes twice replaces what came first. Devices and FIFOs are left out and counted. */
package jx.nfs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import jx.rpc.Credentials;
import jx.rpc.Slice;

public final class TarFile {
  private static final int BLOCK = 512;
  private static final long SECOND = 1000000000L;

  /* Names, and pax headers, longer than this are nothing that a file system could use. */
  private static final int MOST_NAME_BYTES = 65536;

  private final FileSystem files;
  private final InputStream from;
  private final Credentials root = Credentials.root();
  private final SetAttributes attributes = new SetAttributes();
  private final byte[] block = new byte[BLOCK];
  private final byte[] content = new byte[RegularFile.CHUNK];
  private final Slice slice = new Slice();
  private long at;
  private byte[] longName;
  private byte[] longTarget;
  private int leftOut;

  private TarFile(FileSystem files, InputStream from) {
    this.files = files;
    this.from = from;
  }

  /* Reads up to the tar's end, and says how many of its members are no files that can be served. What is no tar, ends
   * too early, or does not fit, is an IOException that says where and why. */
  public static int fill(FileSystem files, InputStream from) throws IOException {
    TarFile tar = new TarFile(files, from);
    while (tar.readHeader())
      tar.member();
    return tar.leftOut;
  }

  /* False at the end: a block of zeros, or nothing more. */
  private boolean readHeader() throws IOException {
    int got = read(block, BLOCK);
    if (got == 0)
      return false;
    if (got < BLOCK)
      throw wrong("it ends within a header");
    int sum = 0, bytes = 0;
    for (int i = 0; i < BLOCK; i++) {
      bytes |= block[i];
      sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xff;
    }
    if (bytes == 0)
      return false;
    if (number(148, 8) != sum)
      throw wrong(at == BLOCK ? "this is no tar file" : "a header's checksum is wrong");
    return true;
  }

  private void member() throws IOException {
    long size = number(124, 12);
    if (size < 0)
      throw wrong("a size is negative");
    switch (block[156]) {
      case 'L':
        longName = text(size);
        return;
      case 'K':
        longTarget = text(size);
        return;
      case 'x':
        readPax(text(size));
        return;
    }
    byte[] path = longName != null ? longName : headerPath();
    byte[] target = longTarget != null ? longTarget : field(157, 100);
    longName = longTarget = null;
    try {
      place(path, target, size);
    } catch (NfsFailure e) {
      throw wrong("`" + new String(path, StandardCharsets.UTF_8) + "' " + reason(e));
    }
  }

  private void place(byte[] path, byte[] target, long size) throws IOException, NfsFailure {
    readAttributes();
    char type = (char) block[156];
    if (type == '5' || type != '1' && type != '2' && path.length > 0 && path[path.length - 1] == '/') {
      placeDirectory(path);
      skip(size + padding(size));
    } else if (type == '0' || type == 0 || type == '7') {
      placeFile(path, size);
    } else if (type == '2') {
      Directory directory = clear(path);
      Symlink link = files.makeSymlink(directory, slice, new Slice().set(target), attributes, root);
      files.setAttributes(link, attributes, root);
    } else if (type == '1') {
      Inode linked = Paths.find(files, new Slice().set(target), root);
      Directory directory = clear(path);
      files.link(linked, directory, slice, root);
    } else {
      leftOut += type == 'g' ? 0 : 1;
      skip(size + padding(size));
    }
  }

  private void placeDirectory(byte[] path) throws NfsFailure {
    Inode directory = Paths.make(files, slice.set(path), true, root);
    files.setAttributes(directory, attributes, root);
  }

  private void placeFile(byte[] path, long size) throws IOException, NfsFailure {
    Directory directory = clear(path);
    RegularFile file = files.createNew(directory, slice, attributes, root);
    for (long done = 0; done < size;) {
      int part = (int) Math.min(content.length, size - done);
      if (read(content, part) < part)
        throw wrong("it ends within a file");
      files.write(file, root, done, slice.set(content, 0, part));
      done += part;
    }
    skip(padding(size));
    files.setAttributes(file, attributes, root);
  }

  /* Where `path' goes: its directory; `slice' becomes its last name, which is free then. */
  private Directory clear(byte[] path) throws NfsFailure {
    Directory directory = FileSystem.directory(Paths.make(files, slice.set(path), false, root));
    Paths.lastName(slice.set(path));
    Directory.Entry old = directory.find(slice);
    if (old != null && old.inode.type() == Inode.DIRECTORY)
      files.removeDirectory(directory, slice, root);
    else if (old != null)
      files.remove(directory, slice, root);
    return directory;
  }

  private void readAttributes() throws IOException {
    attributes.clear();
    attributes.hasMode = attributes.hasUid = attributes.hasGid = true;
    attributes.mode = (int) number(100, 8) & Inode.MODE_BITS;
    attributes.uid = (int) number(108, 8);
    attributes.gid = (int) number(116, 8);
    attributes.atimeHow = attributes.mtimeHow = SetAttributes.GIVEN;
    attributes.atime = attributes.mtime = Math.min(number(136, 12), 0xffffffffL) * SECOND;
  }

  /* Records "LENGTH KEY=VALUE\n", LENGTH counting all of it. Only what names files is of use here. */
  private void readPax(byte[] records) throws IOException {
    for (int start = 0; start < records.length;) {
      int length = 0, i = start;
      while (i < records.length && records[i] >= '0' && records[i] <= '9' && length < MOST_NAME_BYTES)
        length = 10 * length + records[i++] - '0';
      int end = start + length;
      if (length < 5 || end > records.length || i >= end || records[i] != ' ')
        throw wrong("a pax header is malformed");
      String record = new String(records, i + 1, end - i - 2, StandardCharsets.ISO_8859_1);
      if (record.startsWith("path="))
        longName = record.substring(5).getBytes(StandardCharsets.ISO_8859_1);
      else if (record.startsWith("linkpath="))
        longTarget = record.substring(9).getBytes(StandardCharsets.ISO_8859_1);
      else if (record.startsWith("size="))
        throw wrong("a file is larger than 8 GB");
      start = end;
    }
  }

  private byte[] headerPath() {
    byte[] name = field(0, 100);
    boolean ustar = block[257] == 'u' && block[261] == 'r' && block[262] == 0;
    byte[] prefix = ustar ? field(345, 155) : new byte[0];
    if (prefix.length == 0)
      return name;
    byte[] path = new byte[prefix.length + 1 + name.length];
    System.arraycopy(prefix, 0, path, 0, prefix.length);
    path[prefix.length] = '/';
    System.arraycopy(name, 0, path, prefix.length + 1, name.length);
    return path;
  }

  private byte[] field(int start, int most) {
    int length = 0;
    while (length < most && block[start + length] != 0)
      length++;
    return slice.set(block, start, length).copy();
  }

  /* Octal digits, or GNU's binary number behind a byte with its highest bit set. */
  private long number(int start, int length) throws IOException {
    long value = 0;
    if (block[start] < 0) {
      value = block[start] & 0x3f;
      for (int i = start + 1; i < start + length; i++)
        value = value << 8 | block[i] & 0xff;
      return value;
    }
    for (int i = start; i < start + length; i++) {
      int digit = block[i] - '0';
      if (digit >= 0 && digit < 8)
        value = value << 3 | digit;
      else if (block[i] != ' ' && block[i] != 0)
        throw wrong(at == BLOCK ? "this is no tar file" : "a header has a number that is none");
    }
    return value;
  }

  /* A member's content that is text: a name, up to its zero byte, or a pax header. */
  private byte[] text(long size) throws IOException {
    if (size > MOST_NAME_BYTES)
      throw wrong("a name is longer than " + MOST_NAME_BYTES + " bytes");
    byte[] text = new byte[(int) size];
    if (read(text, text.length) < text.length)
      throw wrong("it ends within a name");
    skip(padding(size));
    int length = text.length;
    while (length > 0 && text[length - 1] == 0)
      length--;
    return slice.set(text, 0, length).copy();
  }

  private static long padding(long size) {
    return -size & BLOCK - 1;
  }

  private void skip(long bytes) throws IOException {
    while (bytes > 0) {
      int part = (int) Math.min(content.length, bytes);
      if (read(content, part) < part)
        throw wrong("it ends within a file");
      bytes -= part;
    }
  }

  private int read(byte[] into, int count) throws IOException {
    int done = 0, got = 0;
    while (done < count && (got = from.read(into, done, count - done)) > 0)
      done += got;
    at += done;
    return done;
  }

  private IOException wrong(String what) {
    return new IOException("tar file, at byte " + at + ": " + what);
  }

  private static String reason(NfsFailure e) {
    switch (e.status) {
      case Status.NOSPC:
        return "does not fit: the file system is full";
      case Status.NOENT:
        return "is a link to something that is not there";
      case Status.NAMETOOLONG:
        return "has a name that is too long";
      default:
        return "cannot be placed (" + e.getMessage() + ")";
    }
  }
}
