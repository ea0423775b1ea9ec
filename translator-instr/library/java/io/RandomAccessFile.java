/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file that is read and written at any place. */
package java.io;

import jx.files.Failure;
import jx.files.FileTree;
import jx.files.Node;

public class RandomAccessFile implements ValuesIn, ValuesOut, Closeable {
  private final byte[] scratch = new byte[1];
  private final boolean mayWrite;
  private Node node;
  private long at;

  public RandomAccessFile(String path, String mode) throws FileNotFoundException {
    this(new File(path), mode);
  }

  public RandomAccessFile(File file, String mode) throws FileNotFoundException {
    mayWrite = mode.equals("rw") || mode.equals("rws") || mode.equals("rwd");
    if (!mayWrite && !mode.equals("r"))
      throw new IllegalArgumentException("Illegal mode \"" + mode
          + "\" must be one of \"r\", \"rw\", \"rws\", or \"rwd\"");
    try {
      node = mayWrite ? FileTree.open(file.getPath(), true, false) : FileTree.find(file.getPath());
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

  private void checkWritable() throws IOException {
    checkOpen();
    if (!mayWrite)
      throw new IOException("Bad file descriptor");
  }

  public int read() throws IOException {
    return read(scratch, 0, 1) == 1 ? scratch[0] & 0xff : -1;
  }

  public int read(byte[] bytes) throws IOException {
    return read(bytes, 0, bytes.length);
  }

  public int read(byte[] bytes, int offset, int count) throws IOException {
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

  @Override
  public void write(int b) throws IOException {
    scratch[0] = (byte) b;
    write(scratch, 0, 1);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    java.util.Objects.checkFromIndexSize(offset, count, bytes.length);
    if (count == 0)
      return;
    checkWritable();
    try {
      node.write(at, bytes, offset, count);
      at += count;
    } catch (Failure e) {
      throw new IOException(e.reason.words);
    }
  }

  public long getFilePointer() throws IOException {
    checkOpen();
    return at;
  }

  public void seek(long position) throws IOException {
    if (position < 0)
      throw new IOException("Negative seek offset");
    checkOpen();
    at = position;
  }

  public long length() throws IOException {
    return checkOpen().size();
  }

  public void setLength(long length) throws IOException {
    if (length < 0)
      throw new IOException("Invalid argument");
    checkOpen();
    if (!mayWrite)
      throw new IOException("Invalid argument");
    try {
      node.resize(length);
      at = Math.min(at, length);
    } catch (Failure e) {
      throw new IOException(e.reason.words);
    }
  }

  @Override
  public int skipBytes(int count) throws IOException {
    if (count <= 0)
      return 0;
    int step = (int) Math.max(0, Math.min(count, length() - at));
    at += step;
    return step;
  }

  /* Each byte as a char, up to the end of a line. */
  @Override
  public final String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int b = read();
    if (b < 0)
      return null;
    for (; b >= 0 && b != '\n' && b != '\r'; b = read())
      line.append((char) b);
    if (b == '\r' && (b = read()) >= 0 && b != '\n')
      at--;
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    node = null;
  }
}
