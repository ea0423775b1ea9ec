/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How a client decides what to buy and what to sell. */
package stock;

abstract class Strategy {
  /* Shares to buy; negative: to sell; 0: nothing. */
  abstract long wish(Quote quote, Details details, long held);

  /* As many as `money' buys. */
  static long affordable(double money, double price) {
    return Math.max(1, (long)(money / price));
  }

  /* Buys what rises, sells what falls. */
  static final class Follower extends Strategy {
    @Override
    long wish(Quote quote, Details details, long held) {
      if (details.trend > 0 && details.slope > 0 && held == 0)
        return affordable(2000, quote.price);
      return details.trend < 0 && held > 0 ? -held : 0;
    }
  }

  /* Buys what is far below its mean, and sells it when it is back. */
  static final class Bargainer extends Strategy {
    private static double distance(Quote quote, Details details) {
      return details.deviation == 0 ? 0 : (quote.price - quote.mean) / details.deviation;
    }

    @Override
    long wish(Quote quote, Details details, long held) {
      double distance = distance(quote, details);
      if (distance < -1.5 && details.strength < 40)
        return affordable(1000, quote.price);
      return distance > 0.5 ? -held : 0;
    }
  }

  /* Buys what earns much for its price, and keeps it. */
  static final class Keeper extends Strategy {
    private static boolean cheap(Details details) {
      return details.capital < 11 * details.earnings;
    }

    @Override
    long wish(Quote quote, Details details, long held) {
      return held == 0 && cheap(details) ? affordable(500, details.paid) : 0;
    }
  }
}
