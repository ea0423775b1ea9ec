/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where objects, besides values of primitive types, can be written. */
package java.io;

public interface ObjectOutput extends DataOutput, AutoCloseable {
  void writeObject(Object object) throws IOException;

  void flush() throws IOException;

  @Override
  void close() throws IOException;
}
