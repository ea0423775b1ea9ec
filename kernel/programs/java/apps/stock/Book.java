/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The orders of a day, until they are carried out when it ends: in the order of their clients, who give them at the
 * same time, and of each in the order given. */
package stock;

import java.util.ArrayList;
import java.util.List;

final class Book {
  private final List<List<Order>> orders = new ArrayList<>();
  private int taken, expired;

  Book(int clients) {
    for (int i = 0; i < clients; i++)
      orders.add(new ArrayList<>());
  }

  void take(Order order) {
    check(order);
    synchronized (this) {
      orders.get(order.client).add(order);
      taken++;
    }
  }

  private void check(Order order) {
    if (order.number == 0)
      throw new Refused("an order of nothing");
    if (!(order.limit > 0))
      throw new Refused("a limit of " + order.limit);
    if (order.client < 0 || order.client >= orders.size())
      throw new Refused("there is no client " + order.client);
  }

  /* Carries out what prices allow; the others are gone. */
  List<Trade> settle(Catalogue catalogue) {
    List<Trade> trades = new ArrayList<>();
    for (List<Order> list : orders) {
      for (Order order : list)
        settle(catalogue.find(order.symbol), order, trades);
      list.clear();
    }
    return trades;
  }

  private void settle(Company company, Order order, List<Trade> trades) {
    double price = company.history.last();
    if (!order.accepts(price)) {
      expired++;
      return;
    }
    company.moved(order.number);
    trades.add(new Trade(order, price));
  }

  int taken() {
    return taken;
  }

  int expired() {
    return expired;
  }
}
