/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the server says of a company's shares at a moment. */
package stock;

import java.io.Serializable;

final class Quote implements Serializable {
  private static final long serialVersionUID = 1;

  final String symbol;
  final int sector;
  final double price, change, high, low, mean;
  final long volume;

  Quote(Company company) {
    History history = company.history;
    symbol = company.symbol;
    sector = company.number * 7 % Sector.NUMBER;
    price = history.last();
    change = change(price, history.before(Company.TICKS));
    high = history.high(Company.TICKS);
    low = history.low(Company.TICKS);
    mean = history.mean(50 * Company.TICKS);
    volume = history.volume(Company.TICKS);
  }

  /* In percent. */
  static double change(double now, double before) {
    return 100 * (now - before) / before;
  }

  boolean sound() {
    return low <= price && price <= high && volume >= 0 && mean > 0;
  }
}
