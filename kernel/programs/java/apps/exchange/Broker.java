/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The client's end: the server, as its client knows it, and the client, as the server does. A failure of the network is
 * a refusal to the client. */
package stock;

import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.concurrent.CountDownLatch;

final class Broker extends UnicastRemoteObject implements StockService, Trader {
  private static final long serialVersionUID = 1;

  private interface Question<T> {
    T ask() throws RemoteException;
  }

  private final transient Market market;
  private final transient CountDownLatch over = new CountDownLatch(1);
  private transient Client client;                 /* null: it has not joined yet; under the monitor */
  private final int place;

  Broker(int place, Market market) throws RemoteException {
    this.place = place;
    this.market = market;
  }

  void join() throws RemoteException {
    Client joined = Client.at(place, this, market.companies());
    synchronized (this) {
      client = joined;
      notifyAll();
    }
  }

  /* The server may call as soon as it has let us join, before we know of it. */
  private synchronized Client client() {
    try {
      while (client == null)
        wait();
    } catch (InterruptedException e) {
      throw new Refused("the client closes");
    }
    return client;
  }

  /* Waits until the server has ended the client. */
  void await() throws InterruptedException {
    over.await();
  }

  /* ---- for the server ---- */

  @Override
  public void day() {
    client().run();
  }

  @Override
  public Portfolio end() {
    Client own = client();
    own.end();
    own.print();
    over.countDown();
    if (own.trouble() != null)
      throw new Refused(own.trouble());
    return own.portfolio();
  }

  /* ---- for the client ---- */

  private static <T> T ask(Question<T> question) {
    try {
      return question.ask();
    } catch (RemoteException e) {
      throw new Refused("the server cannot be asked: " + e);
    }
  }

  @Override
  public int subscribe(Filter filter) {
    return ask(() -> market.join(place, filter, this));
  }

  @Override
  public List<Quote> update(int client, int from, int to) {
    return ask(() -> market.update(client, from, to));
  }

  @Override
  public Details details(String symbol) {
    return ask(() -> market.details(symbol));
  }

  @Override
  public void order(Order order) {
    ask(() -> {
      market.order(order);
      return null;
    });
  }

  @Override
  public List<Trade> trades(int client) {
    return ask(() -> market.trades(client));
  }

  @Override
  public double together(String one, String other) {
    return ask(() -> market.together(one, other));
  }
}
