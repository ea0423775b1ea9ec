/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What goes through the buffer: numbers from a generator, and a seal: a nonce for which their hash ends with as
 * many zero bits as the parcel asks for. A light parcel has few numbers and a seal that is hard to find, a heavy
 * one the reverse. It is the same whenever it is made. */
package buffer;

final class Parcel {
  private static final int LIGHT = 8, HEAVY = 64; /* numbers */
  private static final int LIGHT_ZEROS = 0xff, HEAVY_ZEROS = 1; /* as masks */
  private static final long PRIME = 0x100000001b3L; /* of FNV, draft-eastlake-fnv */

  final int producer, number;
  final long[] content;
  private long nonce;

  /* Parcel `number' of that producer; the seal is found by trying. */
  Parcel(int producer, int number, boolean heavy) {
    this.producer = producer;
    this.number = number;
    content = new long[heavy ? HEAVY : LIGHT];
    fill((producer + 1L) << 32 | number + 1);
    while (!isSealed())
      nonce++;
  }

  /* Marsaglia's xorshift generator with 64 bits (Journal of Statistical Software 8, 2003). It runs through all
   * numbers but zero before it repeats one, so those in a parcel differ. */
  private void fill(long seed) {
    long state = seed;
    for (int i = 0; i < content.length; i++) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      content[i] = state;
    }
  }

  boolean isSealed() {
    return (hash() & (content.length == HEAVY ? HEAVY_ZEROS : LIGHT_ZEROS)) == 0;
  }

  private long hash() {
    long hash = nonce;
    for (long number : content) {
      hash = (hash ^ number) * PRIME;
      hash ^= hash >>> 32;
    }
    return hash;
  }
}
