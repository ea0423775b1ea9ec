/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A company, and how the price of its shares goes up and down. */
package stock;

final class Company {
  static final int TICKS = 24; /* a day, before orders are carried out */

  final int number;
  final String symbol, name;
  final Sector sector;
  final long shares;
  final History history = new History();
  private final Dice dice;
  private final double pull; /* back to what it is worth */
  private final double[] steps = new double[TICKS], prices = new double[TICKS];
  private final int[] volumes = new int[TICKS];
  private double price, worth;

  Company(int number, Sector sector) {
    this.number = number;
    this.sector = sector;
    dice = new Dice(number);
    symbol = symbol(number);
    name = sector.name + " of " + (char)('A' + number % 26) + "-" + number;
    shares = 1000L * (1 + dice.below(500));
    pull = 0.005 + 0.001 * dice.below(10);
    price = worth = 10 + dice.below(9000) / 100.0;
    note(0);
  }

  /* Three letters or more, each company's its own. */
  private static String symbol(int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0, rest = number; i < 3 || rest > 0; i++, rest /= 26)
      text.insert(0, (char)('A' + rest % 26));
    return text.toString();
  }

  private void note(int volume) {
    prices[0] = price;
    volumes[0] = volume;
    history.add(prices, volumes, 1);
  }

  /* Trade without our clients, for as many ticks, TICKS at most. */
  void trade(int ticks) {
    worth += worth * sector.mood * ticks / 4;
    dice.normals(steps, ticks);
    for (int i = 0; i < ticks; i++) {
      double step = steps[i] / 400 + sector.mood;
      price += price * step + pull * (worth - price);
      price = Math.max(price, 0.01);
      prices[i] = price;
      volumes[i] = 10 + (int)(Math.abs(step) * 40000);
    }
    history.add(prices, volumes, ticks);
  }

  /* Orders that were carried out move the price: `number' bought, or sold where it is negative. */
  void moved(long number) {
    price = Math.max(0.01, price + price * number / shares);
    note((int)Math.abs(number));
  }

  /* Whether what it was last traded at makes sense. */
  boolean sound() {
    for (double last : prices)
      if (!(last >= 0 && last < Double.MAX_VALUE))
        return false;
    return price > 0 && worth > 0;
  }

  double capital() {
    return shares * history.last();
  }

  double earnings() {
    return worth * shares / 12;
  }
}
