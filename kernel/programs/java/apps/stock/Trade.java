/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An order that was carried out. */
package stock;

import java.io.Serializable;

final class Trade implements Serializable {
  private static final long serialVersionUID = 1;

  final Order order;
  final double price;

  Trade(Order order, double price) {
    this.order = order;
    this.price = price;
  }

  /* What the client pays; negative: is paid. */
  double cost() {
    return order.number * price;
  }

  String line() {
    return (order.buys() ? "bought " : "sold ") + Math.abs(order.number) + " " + order.symbol + " at "
      + Display.money(price);
  }
}
