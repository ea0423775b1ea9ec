/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The server's books: what each client has paid, and how many shares all of them have. */
package stock;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Ledger {
  private final double[] paid;
  private final Map<String, Long> sold = new HashMap<>();
  private int entries;

  Ledger(int clients) {
    paid = new double[clients];
  }

  private void enter(Trade trade) {
    paid[trade.order.client] += trade.cost();
    sold.merge(trade.order.symbol, trade.order.number, Long::sum);
    entries++;
  }

  void enterAll(List<Trade> trades) {
    for (Trade trade : trades)
      enter(trade);
  }

  int entries() {
    return entries;
  }

  /* What is wrong with the clients' own books; null: nothing. */
  String objection(List<Portfolio> portfolios) {
    Map<String, Long> held = new HashMap<>();
    for (int i = 0; i < portfolios.size(); i++) {
      Portfolio portfolio = portfolios.get(i);
      if (portfolio.paid() != paid[i])
        return "client " + i + " has paid " + portfolio.paid() + ", the server has " + paid[i];
      portfolio.addTo(held);
    }
    for (Map.Entry<String, Long> entry : sold.entrySet())
      if (!entry.getValue().equals(held.getOrDefault(entry.getKey(), 0L)))
        return "the clients have " + held.get(entry.getKey()) + " of " + entry.getKey() + ", not " + entry.getValue();
    return null;
  }
}
