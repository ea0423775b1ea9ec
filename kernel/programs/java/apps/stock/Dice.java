/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers that look drawn and are the same for the same seed: a linear congruential generator with the constants of
 * Knuth's MMIX. */
package stock;

final class Dice {
  private long state;

  Dice(long seed) {
    state = seed * 0x9E3779B97F4A7C15L + 1;
    below(2);
  }

  private long next() {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return state >>> 33;
  }

  /* From 0 to `limit' less one. */
  int below(int limit) {
    return (int)(next() % limit);
  }

  /* Nearly normal, mean 0, deviation 1: each the sum of twelve that are even. */
  void normals(double[] into, int number) {
    for (int i = 0; i < number; i++) {
      long sum = 0;
      for (int k = 0; k < 12; k++) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        sum += state >>> 33;
      }
      into[i] = sum / 2147483648.0 - 6;
    }
  }
}
