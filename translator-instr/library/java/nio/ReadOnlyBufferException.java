/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A buffer is written that can only be read. */
package java.nio;

public class ReadOnlyBufferException extends UnsupportedOperationException {
  public ReadOnlyBufferException() {
  }
}
