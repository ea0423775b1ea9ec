/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A number for all that was shown, in its order: FNV-1a (Fowler, Noll, Vo), 64 bits. */
package stock;

final class Digest {
  private long value = 0xCBF29CE484222325L;

  void add(String text) {
    long hash = value;
    for (int i = 0; i < text.length(); i++)
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    value = hash;
  }

  long value() {
    return value;
  }
}
