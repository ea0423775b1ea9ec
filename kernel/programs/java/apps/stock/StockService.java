/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What clients may ask of the server. All throw Refused. */
package stock;

import java.util.List;

interface StockService {
  /* A client begins: its number. */
  int subscribe(Filter filter);

  /* What it has not been told yet of the companies `from' to `to' less one. */
  List<Quote> update(int client, int from, int to);

  Details details(String symbol);

  void order(Order order);

  /* What came of its orders yesterday. */
  List<Trade> trades(int client);

  /* How far the prices of two companies go together. */
  double together(String one, String other);
}
