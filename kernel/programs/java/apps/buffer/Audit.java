/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Checks the team's results, in one thread: makes all parcels again, and finds ranks by counting, not by sorting. */
package buffer;

import java.util.BitSet;

final class Audit {
  private Audit() {
  }

  /* What is wrong, or null. */
  static String objection(Team team, int producers, int parcels, int capacity) {
    if (team.received() != (long)producers * parcels)
      return team.received() + " parcels came of " + (long)producers * parcels;
    if (team.buffer.most() > capacity)
      return "the buffer held " + team.buffer.most() + " parcels, and has " + capacity + " places";
    for (int producer = 1; producer <= producers; producer++) {
      String missing = missing(team, producer, parcels);
      if (missing != null)
        return missing;
    }
    long digest = digest(producers, parcels);
    return digest == team.digest() ? null : "the digest should be " + Long.toHexString(digest);
  }

  private static String missing(Team team, int producer, int parcels) {
    BitSet all = new BitSet();
    for (Consumer consumer : team.consumers())
      all.or(consumer.seen(producer));
    int hole = all.nextClearBit(0);
    return hole >= parcels ? null : "parcel " + hole + " of producer " + producer + " has not come";
  }

  private static long digest(int producers, int parcels) {
    long digest = 0;
    for (int producer = 1; producer <= producers; producer++)
      for (int i = 0; i < parcels; i++)
        digest += digest(new Parcel(producer, i, Producer.isHeavy(i, parcels)).content);
    return digest;
  }

  private static long digest(long[] content) {
    long digest = 0;
    for (long number : content)
      digest += rank(number, content) * number;
    return digest;
  }

  private static long rank(long number, long[] content) {
    long rank = 1;
    for (long other : content)
      if (other < number)
        rank++;
    return rank;
  }
}
