/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What try (...) closes. */
package java.lang;

public interface AutoCloseable {
  void close() throws Exception;
}
