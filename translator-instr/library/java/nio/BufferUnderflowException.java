/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A buffer has fewer elements than are asked for. */
package java.nio;

public class BufferUnderflowException extends RuntimeException {
  public BufferUnderflowException() {
  }
}
