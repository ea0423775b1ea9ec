/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A piece of the text, as read; it is not changed afterwards. */
package textindex;

final class Block {
  final byte[] bytes;
  final int length; /* bytes in use, from the first */

  Block(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }
}
