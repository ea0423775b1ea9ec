/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the server says of a company to a client who looks closer. */
package stock;

import java.io.Serializable;

final class Details implements Serializable {
  private static final long serialVersionUID = 1;

  final String name;
  final double[] course; /* the price, oldest first */
  final double deviation, slope, strength, trend, paid, capital, earnings;

  Details(Company company) {
    History history = company.history;
    name = company.name;
    course = history.thinned(40, 5 * Company.TICKS);
    deviation = history.deviation(50 * Company.TICKS);
    slope = history.slope(20 * Company.TICKS);
    strength = history.strength(14 * Company.TICKS);
    trend = trend(history);
    paid = history.paid(20 * Company.TICKS);
    capital = company.capital();
    earnings = company.earnings();
  }

  /* The short mean less the long one, of 12 and of 26 days, as is usual (moving average convergence/divergence). */
  private static double trend(History history) {
    return history.smooth(12 * Company.TICKS) - history.smooth(26 * Company.TICKS);
  }
}
