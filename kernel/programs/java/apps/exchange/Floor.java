/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The server's end: passes on what clients on other machines ask, and counts it. */
package stock;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

final class Floor extends UnicastRemoteObject implements Market {
  private static final long serialVersionUID = 1;

  private final transient StockServer server;
  private final transient List<Trader> traders = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final int companies;

  Floor(StockServer server, int companies) throws RemoteException {
    this.server = server;
    this.companies = companies;
  }

  @Override
  public int companies() {
    return companies;
  }

  @Override
  public synchronized int join(int place, Filter filter, Trader trader) {
    try {
      while (traders.size() < place)
        wait();
    } catch (InterruptedException e) {
      throw new Refused("the exchange closes");
    }
    if (traders.size() != place)
      throw new Refused("place " + place + " is taken");
    traders.add(trader);
    notifyAll();
    return server.subscribe(filter);
  }

  /* Waits until so many have joined. */
  synchronized List<Trader> await(int number) throws InterruptedException {
    while (traders.size() < number)
      wait();
    return traders;
  }

  /* Times that a client has asked for something since it joined. */
  int asked() {
    return asked.get();
  }

  @Override
  public List<Quote> update(int client, int from, int to) {
    asked.incrementAndGet();
    return server.update(client, from, to);
  }

  @Override
  public Details details(String symbol) {
    asked.incrementAndGet();
    return server.details(symbol);
  }

  @Override
  public void order(Order order) {
    asked.incrementAndGet();
    server.order(order);
  }

  @Override
  public List<Trade> trades(int client) {
    asked.incrementAndGet();
    return server.trades(client);
  }

  @Override
  public double together(String one, String other) {
    asked.incrementAndGet();
    return server.together(one, other);
  }
}
