/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A client's wish to buy shares, or to sell some, at a price that is no worse than `limit'. */
package stock;

import java.io.Serializable;

final class Order implements Serializable {
  private static final long serialVersionUID = 1;

  final int client;
  final String symbol;
  final long number; /* negative: to sell */
  final double limit;

  Order(int client, String symbol, long number, double limit) {
    this.client = client;
    this.symbol = symbol;
    this.number = number;
    this.limit = limit;
  }

  boolean buys() {
    return number > 0;
  }

  boolean accepts(double price) {
    return buys() ? price <= limit : price >= limit;
  }
}
