/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The shares that a client has. */
package stock;

import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;

final class Portfolio implements Serializable {
  private static final long serialVersionUID = 1;

  private final Map<String, Long> shares = new TreeMap<>();
  private double paid;

  void enter(Trade trade) {
    shares.merge(trade.order.symbol, trade.order.number, Long::sum);
    paid += trade.cost();
  }

  long held(String symbol) {
    return shares.getOrDefault(symbol, 0L);
  }

  double value(Screen screen) {
    double value = 0;
    for (Map.Entry<String, Long> entry : shares.entrySet())
      value += entry.getValue() * screen.price(entry.getKey());
    return value;
  }

  double gain(Screen screen) {
    return value(screen) - paid;
  }

  double paid() {
    return paid;
  }

  void addTo(Map<String, Long> sums) {
    for (Map.Entry<String, Long> entry : shares.entrySet())
      sums.merge(entry.getKey(), entry.getValue(), Long::sum);
  }
}
