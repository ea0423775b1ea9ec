/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A client as the server knows it. */
package stock;

import java.util.ArrayList;
import java.util.List;

final class Session {
  private final Filter filter;
  private final Quote[] told;
  private long updates;

  Session(Filter filter, int companies) {
    this.filter = filter;
    told = new Quote[companies];
  }

  /* Whether the client is to be told, who then has been. */
  private boolean tell(int company, Quote quote) {
    if (!filter.wants(quote, told[company]))
      return false;
    told[company] = quote;
    updates++;
    return true;
  }

  List<Quote> news(List<Company> companies, int from, int to) {
    List<Quote> news = new ArrayList<>();
    for (int i = from; i < to; i++) {
      Quote quote = new Quote(companies.get(i));
      if (tell(i, quote))
        news.add(quote);
    }
    return news;
  }

  long updates() {
    return updates;
  }
}
