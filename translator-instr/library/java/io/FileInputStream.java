/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bytes of a file. */
package java.io;

import jx.files.Failure;
import jx.files.FileTree;
import jx.files.Node;

public class FileInputStream extends InputStream {
  private final byte[] single = new byte[1];
  private Node node;
  private long at;

  public FileInputStream(String path) throws FileNotFoundException {
    this(new File(path));
  }

  public FileInputStream(File file) throws FileNotFoundException {
    try {
      node = FileTree.find(file.getPath());
      if (node.isDirectory())
        throw new Failure(Failure.Reason.DIRECTORY);
    } catch (Failure e) {
      throw new FileNotFoundException(file.getPath(), e);
    }
  }

  private Node checkOpen() throws IOException {
    if (node == null)
      throw new IOException("Stream Closed");
    return node;
  }

  @Override
  public synchronized int read() throws IOException {
    return read(single, 0, 1) == 1 ? single[0] & 0xff : -1;
  }

  @Override
  public synchronized int read(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    if (count == 0)
      return 0;
    try {
      int got = checkOpen().read(at, bytes, offset, count);
      at += Math.max(got, 0);
      return got;
    } catch (Failure e) {
      throw new IOException(e.reason.words);
    }
  }

  /* Beyond the end, too. */
  @Override
  public synchronized long skip(long count) throws IOException {
    checkOpen();
    if (at + count < 0)
      throw new IOException("Invalid argument");
    at += count;
    return count;
  }

  @Override
  public synchronized int available() throws IOException {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, checkOpen().size() - at));
  }

  @Override
  public synchronized void close() throws IOException {
    node = null;
  }
}
