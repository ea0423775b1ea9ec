/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A branch of trade: what its companies' prices have in common on a day. */
package stock;

final class Sector {
  private static final String[] NAMES = {
    "Mines", "Grain", "Ships", "Rail", "Banks", "Wool", "Glass", "Press",
  };
  static final int NUMBER = NAMES.length;

  final String name;
  private final Dice dice;
  private final double nerves; /* how much a day's news are worth */
  private final double[] news = new double[1];
  double mood;                 /* of today: added to each step of its companies' prices, as a share */

  Sector(int number) {
    name = NAMES[number];
    dice = new Dice(1000 + number);
    nerves = 0.0002 + 0.0001 * dice.below(8);
  }

  /* The news of a day; yesterday's are half forgotten. */
  void hear() {
    dice.normals(news, 1);
    mood = mood / 2 + nerves * news[0];
  }

  String weather() {
    return mood > nerves ? "fair" : mood < -nerves ? "foul" : "calm";
  }
}
