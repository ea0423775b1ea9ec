/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The server: prices, its clients, and their orders. While clients ask prices stand still: a day's trade comes before,
 * an evening's behind; then their orders are carried out. */
package stock;

import java.util.ArrayList;
import java.util.List;

final class StockServer implements StockService {
  private static final int EVENING = 4; /* ticks */

  private final Catalogue catalogue;
  private final Book book;
  private final Ledger ledger;
  private final List<Session> sessions = new ArrayList<>();
  private final double base;
  private List<Trade> yesterday = new ArrayList<>();

  StockServer(int companies, int clients) {
    catalogue = new Catalogue(companies);
    book = new Book(clients);
    ledger = new Ledger(clients);
    base = catalogue.index(0);
  }

  @Override
  public synchronized int subscribe(Filter filter) {
    sessions.add(new Session(filter, catalogue.all().size()));
    return sessions.size() - 1;
  }

  private synchronized Session session(int client) {
    if (client < 0 || client >= sessions.size())
      throw new Refused("there is no client " + client);
    return sessions.get(client);
  }

  @Override
  public List<Quote> update(int client, int from, int to) {
    return session(client).news(catalogue.all(), from, Math.min(to, catalogue.all().size()));
  }

  @Override
  public Details details(String symbol) {
    return new Details(catalogue.find(symbol));
  }

  @Override
  public void order(Order order) {
    catalogue.find(order.symbol);
    book.take(order);
  }

  @Override
  public List<Trade> trades(int client) {
    List<Trade> own = new ArrayList<>();
    for (Trade trade : yesterday)
      if (trade.order.client == client)
        own.add(trade);
    return own;
  }

  @Override
  public double together(String one, String other) {
    return catalogue.find(one).history.together(catalogue.find(other).history, 50 * Company.TICKS);
  }

  void open() {
    catalogue.hearAll();
    catalogue.tradeAll(Company.TICKS);
  }

  void close() {
    catalogue.tradeAll(EVENING);
    yesterday = book.settle(catalogue);
    ledger.enterAll(yesterday);
  }

  /* Looks into `number' companies' prices, in turns; false: some make no sense. */
  private boolean audit(int number) {
    List<Company> companies = catalogue.all();
    boolean sound = true;
    for (int i = 0; i < number; i++)
      sound &= companies.get(i % companies.size()).sound();
    return sound;
  }

  void print(int days) {
    System.out.println("result: " + days + " days, " + updates() + " quotes, " + book.taken() + " orders, "
      + ledger.entries() + " carried out, " + book.expired() + " expired");
    System.out.println("result: index " + Display.money(catalogue.index(base)) + "; " + catalogue.weather());
  }

  /* What is wrong with our prices, looked at `audits' times, or with the clients' own books; null: nothing. */
  String objection(int audits, List<Portfolio> portfolios) {
    if (!audit(audits))
      return "prices make no sense";
    if (ledger.entries() + book.expired() != book.taken())
      return "orders are missing";
    return ledger.objection(portfolios);
  }

  private long updates() {
    long sum = 0;
    for (Session session : sessions)
      sum += session.updates();
    return sum;
  }
}
