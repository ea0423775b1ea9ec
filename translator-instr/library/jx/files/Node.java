/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file or a directory. A file that came with the input has its bytes there until it is written; a file that was
 * deleted lives on for those who have it open, as on Linux. A directory's children change under FileTree's lock, a
 * file's bytes under its own. */
package jx.files;

import java.util.Map;
import java.util.TreeMap;

public final class Node {
  /* As a Linux directory says of itself. */
  private static final long DIRECTORY_BYTES = 4096;
  /* The longest array that this runtime and the JDK make. */
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
  private static final byte[] NONE = {};

  Node parent;
  String name;
  /* By name, in the order of names; of a file null. */
  final Map<String, Node> children;
  private byte[] bytes;
  private long inputAt;
  private long size;
  private long modified;
  private volatile boolean writable = true;
  private volatile boolean executable;

  private Node(Map<String, Node> children, byte[] bytes) {
    this.children = children;
    this.bytes = bytes;
    modified = System.currentTimeMillis();
  }

  static Node directory() {
    return new Node(new TreeMap<>(), null);
  }

  static Node file() {
    return new Node(null, NONE);
  }

  /* A file of `size` bytes at `inputAt` of the input. */
  static Node file(long inputAt, long size) {
    Node node = new Node(null, null);
    node.inputAt = inputAt;
    node.size = size;
    return node;
  }

  public boolean isDirectory() {
    return children != null;
  }

  public synchronized long size() {
    return children != null ? DIRECTORY_BYTES : size;
  }

  public synchronized long modified() {
    return modified;
  }

  public synchronized void setModified(long millis) {
    modified = millis;
  }

  public boolean isWritable() {
    return writable;
  }

  public void setWritable(boolean writable) {
    this.writable = writable;
  }

  public boolean isExecutable() {
    return executable || children != null;
  }

  public void setExecutable(boolean executable) {
    this.executable = executable;
  }

  /* Copies up to `count` bytes from `at` on; returns how many, -1 at the file's end. */
  public synchronized int read(long at, byte[] to, int offset, int count) throws Failure {
    if (children != null)
      throw new Failure(Failure.Reason.DIRECTORY);
    if (at >= size)
      return -1;
    int part = (int) Math.min(count, size - at);
    if (bytes == null)
      Input.copy(inputAt + at, to, offset, part);
    else
      System.arraycopy(bytes, (int) at, to, offset, part);
    return part;
  }

  /* Makes room for `wanted` bytes in an array of this node's own. */
  private void makeRoom(long wanted) throws Failure {
    if (wanted > MOST_BYTES)
      throw new Failure(Failure.Reason.TOO_LARGE);
    if (bytes != null && wanted <= bytes.length)
      return;
    byte[] more = new byte[(int) Math.min(MOST_BYTES, Math.max(wanted, bytes == null ? 0 : bytes.length * 3L / 2))];
    if (bytes != null)
      System.arraycopy(bytes, 0, more, 0, (int) size);
    else
      Input.copy(inputAt, more, 0, (int) size);
    bytes = more;
  }

  public synchronized void write(long at, byte[] from, int offset, int count) throws Failure {
    if (count == 0)
      return;
    makeRoom(Math.max(size, at + count));
    System.arraycopy(from, offset, bytes, (int) at, count);
    size = Math.max(size, at + count);
    modified = System.currentTimeMillis();
  }

  /* Writes behind the last byte, wherever that is now. */
  public synchronized void append(byte[] from, int offset, int count) throws Failure {
    write(size, from, offset, count);
  }

  /* Cuts the file, or lengthens it by zeros. */
  public synchronized void resize(long wanted) throws Failure {
    if (wanted == 0) {
      bytes = NONE;
    } else {
      makeRoom(Math.max(wanted, size));
      if (wanted < size)
        java.util.Arrays.fill(bytes, (int) wanted, (int) size, (byte) 0);
    }
    size = wanted;
    modified = System.currentTimeMillis();
  }

  String[] names() {
    return children.keySet().toArray(new String[0]);
  }

  /* A copy that is nowhere in the tree; of a directory, an empty one. */
  Node copied() throws Failure {
    if (children != null)
      return directory();
    Node copy = bytes == null ? file(inputAt, size) : file();
    if (bytes != null)
      copy.write(0, bytes, 0, (int) size);
    copy.writable = writable;
    copy.executable = executable;
    return copy;
  }
}
