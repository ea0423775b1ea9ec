/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source or sink that can be closed. */
package java.io;

public interface Closeable extends AutoCloseable {
  void close() throws IOException;
}
