/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Array stores in order: primes below half a million (Eratosthenes). */
class Sieve extends Bench {
  private static final int LIMIT = 500_000;

  @Override
  long run() {
    boolean[] composite = new boolean[LIMIT];
    int count = 0;
    for (int i = 2; i < LIMIT; i++) {
      if (composite[i])
        continue;
      count++;
      for (long j = (long) i * i; j < LIMIT; j += i)
        composite[(int) j] = true;
    }
    return count;
  }

  public static void main(String[] args) {
    new Sieve().measure(41538L);
  }
}
