/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sink that can be made to write out what it holds. */
package java.io;

public interface Flushable {
  void flush() throws IOException;
}
