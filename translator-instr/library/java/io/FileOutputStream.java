/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes to a file. */
package java.io;

import jx.files.Failure;
import jx.files.FileTree;
import jx.files.Node;

public class FileOutputStream extends OutputStream {
  private final boolean append;
  private Node node;
  private long at;

  public FileOutputStream(String path) throws FileNotFoundException {
    this(path, false);
  }

  public FileOutputStream(String path, boolean append) throws FileNotFoundException {
    this(new File(path), append);
  }

  public FileOutputStream(File file) throws FileNotFoundException {
    this(file, false);
  }

  public FileOutputStream(File file, boolean append) throws FileNotFoundException {
    this.append = append;
    try {
      node = FileTree.open(file.getPath(), true, false);
      if (!append)
        node.resize(0);
    } catch (Failure e) {
      throw new FileNotFoundException(file.getPath(), e);
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    if (count == 0)
      return;
    if (node == null)
      throw new IOException("Stream Closed");
    try {
      if (append)
        node.append(bytes, offset, count);
      else
        node.write(at, bytes, offset, count);
    } catch (Failure e) {
      throw new IOException(e.reason.words);
    }
    at += count;
  }

  @Override
  public synchronized void close() throws IOException {
    node = null;
  }
}
