/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bits that are counted. The natives have fast forms (contract/jx_bits.h), so their class has nothing to initialise. */
package java.lang;

final class Bits {
  private Bits() {
  }

  /** How many bits are 1. */
  static native int count(long value);

  /** The bits above the highest one that is 1; 64 for 0. */
  static native int leadingZeros(long value);

  /** The bits below the lowest one that is 1; 64 for 0. */
  static native int trailingZeros(long value);
}
