/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A buffer is reset that has no mark. */
package java.nio;

public class InvalidMarkException extends IllegalStateException {
  public InvalidMarkException() {
  }
}
