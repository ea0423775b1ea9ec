/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A client: asks what is new, looks closer at some, buys and sells, and shows it all. Each of its days is a thread. */
package stock;

import java.util.List;

final class Client implements Runnable {
  static final int PLACES = 3;
  private static final int PAGE = 16; /* companies a request */

  private final StockService server;
  private final Strategy strategy;
  private final Portfolio portfolio = new Portfolio();
  private final Screen screen = new Screen();
  private final Mean gains = new Mean();
  private final int number, companies;
  private Quote best;
  private String trouble;

  Client(StockService server, Filter filter, Strategy strategy, int companies) {
    this.server = server;
    this.strategy = strategy;
    this.companies = companies;
    number = server.subscribe(filter);
  }

  /* One of the three of a market, by its place there. */
  static Client at(int place, StockService server, int companies) {
    switch (place) {
      case 0:
        return new Client(server, new Filter.All(), new Strategy.Follower(), companies);
      case 1:
        return new Client(server, new Filter.Moved(0.8), new Strategy.Bargainer(), companies);
      default:
        return new Client(server, new Filter.Either(new Filter.InSectors(1, 4), new Filter.Moved(2)),
          new Strategy.Keeper(), companies);
    }
  }

  /* A day. */
  @Override
  public void run() {
    best = null;
    for (Trade trade : server.trades(number))
      enter(trade);
    for (int from = 0; from < companies; from += PAGE)
      for (Quote quote : server.update(number, from, from + PAGE))
        look(quote);
    if (best != null)
      compare(best);
    gains.add(portfolio.gain(screen));
  }

  private void enter(Trade trade) {
    portfolio.enter(trade);
    screen.show(trade);
  }

  private void look(Quote quote) {
    if (!quote.sound())
      trouble = "the quote of " + quote.symbol + " contradicts itself";
    screen.show(quote);
    if (best == null || quote.change > best.change)
      best = quote;
    if (interesting(quote))
      decide(quote, server.details(quote.symbol));
  }

  private boolean interesting(Quote quote) {
    return Math.abs(quote.change) > 0.5 || portfolio.held(quote.symbol) > 0;
  }

  private void decide(Quote quote, Details details) {
    screen.show(quote, details);
    long wish = strategy.wish(quote, details, portfolio.held(quote.symbol));
    if (wish != 0)
      server.order(new Order(number, quote.symbol, wish, wish > 0 ? quote.price * 1.01 : quote.price * 0.99));
  }

  /* The day's best beside another one. */
  private void compare(Quote quote) {
    double together = server.together(quote.symbol, "AAA");
    if (!(together >= -1.000001 && together <= 1.000001))
      trouble = "a correlation of " + together;
  }

  /* What the server has done since: the trades of the last day. */
  void end() {
    for (Trade trade : server.trades(number))
      enter(trade);
  }

  Portfolio portfolio() {
    return portfolio;
  }

  String trouble() {
    return trouble;
  }

  void print() {
    System.out.println("result: client " + number + ": " + screen.lines() + " lines, gain " + gains.line()
      + ", screen " + Long.toHexString(screen.digest()));
  }
}
