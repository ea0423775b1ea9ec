/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes parcels: the first half light, the second half heavy. */
package buffer;

final class Producer extends Team.Member {
  Producer(Team team, int number) {
    super(team, "producer", number);
  }

  @Override
  void work() throws InterruptedException {
    for (int i = 0; i < team.parcels; i++)
      team.buffer.put(new Parcel(number, i, isHeavy(i, team.parcels)), number);
  }

  static boolean isHeavy(int number, int parcels) {
    return number >= parcels / 2;
  }
}
