/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A buffer has no room for what is put. */
package java.nio;

public class BufferOverflowException extends RuntimeException {
  public BufferOverflowException() {
  }
}
