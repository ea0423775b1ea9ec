/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Whence objects, besides values of primitive types, can be read. */
package java.io;

public interface ObjectInput extends DataInput, AutoCloseable {
  Object readObject() throws ClassNotFoundException, IOException;

  int read() throws IOException;

  int read(byte[] bytes) throws IOException;

  int read(byte[] bytes, int offset, int count) throws IOException;

  long skip(long count) throws IOException;

  int available() throws IOException;

  @Override
  void close() throws IOException;
}
