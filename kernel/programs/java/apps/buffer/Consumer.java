/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes parcels, tests what can be tested of one and digests it: its numbers in order, each times its rank. */
package buffer;

import java.util.Arrays;
import java.util.BitSet;

final class Consumer extends Team.Member {
  private final BitSet[] seen; /* by producer - 1: the numbers of its parcels */
  private final int[] last;
  private long digest, received;

  Consumer(Team team, int number, int producers) {
    super(team, "consumer", number);
    seen = new BitSet[producers];
    Arrays.setAll(seen, i -> new BitSet());
    last = new int[producers];
    Arrays.fill(last, -1);
  }

  @Override
  void work() throws InterruptedException {
    Parcel parcel;
    while ((parcel = team.buffer.take(number)) != null) {
      test(parcel);
      digest += digest(parcel.content);
      received++;
    }
  }

  private void test(Parcel parcel) {
    int from = parcel.producer - 1;
    if (!parcel.isSealed())
      throw new IllegalStateException("the seal of " + name(parcel) + " is broken");
    if (parcel.number <= last[from])
      throw new IllegalStateException(name(parcel) + " comes behind parcel " + last[from]);
    last[from] = parcel.number;
    seen[from].set(parcel.number);
  }

  private static String name(Parcel parcel) {
    return "parcel " + parcel.number + " of producer " + parcel.producer;
  }

  private static long digest(long[] content) {
    long[] sorted = content.clone();
    Arrays.sort(sorted);
    long digest = 0;
    for (int i = 0; i < sorted.length; i++)
      digest += (i + 1) * sorted[i];
    return digest;
  }

  /* After its end, as the rest. */
  long digest() {
    return digest;
  }

  long received() {
    return received;
  }

  BitSet seen(int producer) {
    return seen[producer - 1];
  }
}
