/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stock exchange `stock' with its server and each client on a machine of its own, by java.rmi: the program that
 * JaViz's paper traced was such a one (I. H. Kazi et al., IBM Systems Journal 39-1, 2000). An ordinary program: it runs
 * on any JDK, too.
 *
 * On each day the server calls its three clients at the same time, and they ask it meanwhile: calls on all machines are
 * one tree, in which a client's day hangs below the server's, and what the client asks below that.
 *
 * Arguments: server PORT [DAYS [COMPANIES]]   or   client PLACE HOST:PORT, place 0 to 2. The server has a registry at
 * its port.
 *
 * Results: those of `stock' with as many days and companies, to the last bit: the server's lines come from the server,
 * each client's from the client; besides, how often clients have asked. How they are checked: as in `stock'. */
package stock;

import java.rmi.Naming;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

public final class Exchange {
  private static final int DAYS = 165;
  private static final int COMPANIES = 23;
  private static final int AUDITS = 100;
  private static final int TRIES = 480;            /* for a server that is not there yet */
  private static final long TRY_MS = 250;
  private static final long LEAVE_MS = 10;

  private final StockServer server;
  private final Floor floor;
  private String trouble;                          /* of a client's day; under the monitor */

  private Exchange(int companies) throws RemoteException {
    server = new StockServer(companies, Client.PLACES);
    floor = new Floor(server, companies);
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: exchange: " + what);
    System.exit(1);
  }

  /* ---- the server ---- */

  private synchronized void note(String what) {
    trouble = what;
  }

  private synchronized String trouble() {
    return trouble;
  }

  private static void dismiss(Trader trader) {
    try {
      trader.end();
    } catch (RemoteException | RuntimeException e) {
      /* it has ended before, or cannot be told */
    }
  }

  private void trade(Trader trader) {
    try {
      trader.day();
    } catch (RemoteException | RuntimeException e) {
      note("a client's day has failed: " + e);
    }
  }

  private void day(List<Trader> traders) throws InterruptedException {
    server.open();
    List<Thread> threads = new ArrayList<>();
    for (Trader trader : traders)
      threads.add(new Thread(() -> trade(trader)));
    for (Thread thread : threads)
      thread.start();
    for (Thread thread : threads)
      thread.join();
    server.close();
    if (trouble() == null)
      return;
    for (Trader trader : traders)
      dismiss(trader);
    fail(trouble());
  }

  /* Ends all clients: what each has. */
  private List<Portfolio> end(List<Trader> traders) {
    List<Portfolio> portfolios = new ArrayList<>();
    try {
      for (Trader trader : traders)
        portfolios.add(trader.end());
    } catch (RemoteException | RuntimeException e) {
      for (Trader trader : traders)
        dismiss(trader);
      fail("a client does not end: " + e);
    }
    return portfolios;
  }

  private static void serve(int port, int days, int companies) throws Exception {
    Exchange exchange = new Exchange(companies);
    Registry registry = LocateRegistry.createRegistry(port);
    registry.bind(Market.NAME, exchange.floor);
    List<Trader> traders = exchange.floor.await(Client.PLACES);
    for (int i = 0; i < days; i++)
      exchange.day(traders);
    List<Portfolio> portfolios = exchange.end(traders);
    exchange.server.print(days);
    System.out.println("result: clients have asked " + exchange.floor.asked() + " times");
    String objection = exchange.server.objection(AUDITS, portfolios);
    if (objection != null)
      fail(objection);
    registry.unbind(Market.NAME);
    UnicastRemoteObject.unexportObject(exchange.floor, true);
    UnicastRemoteObject.unexportObject(registry, true);
  }

  /* ---- a client ---- */

  private static Market find(String at) throws Exception {
    for (int i = 0;; i++)
      try {
        return (Market) Naming.lookup("//" + at + "/" + Market.NAME);
      } catch (RemoteException | NotBoundException e) {
        if (i == TRIES)
          throw e;
        Thread.sleep(TRY_MS);
      }
  }

  private static void trade(int place, String at) throws Exception {
    Broker broker = new Broker(place, find(at));
    try {
      broker.join();
    } catch (RemoteException | RuntimeException e) {
      fail("the server does not take this client: " + e);
    }
    broker.await();
    while (!UnicastRemoteObject.unexportObject(broker, false))
      Thread.sleep(LEAVE_MS);                      /* the call that ends us has not been answered */
    System.exit(0);
  }

  private static void usage() {
    System.err.println("usage: exchange server PORT [DAYS [COMPANIES]] | exchange client PLACE HOST:PORT");
    System.exit(2);
  }

  private static int number(String text, int least, int most) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most)
        return number;
    } catch (NumberFormatException e) {
      /* as one that is out of range */
    }
    System.err.println("error: exchange: " + text + " is no number from " + least + " to " + most);
    System.exit(2);
    return least;
  }

  public static void main(String[] args) throws Exception {
    if (args.length >= 2 && args.length <= 4 && args[0].equals("server"))
      serve(number(args[1], 1, 65535), args.length > 2 ? number(args[2], 1, 100000) : DAYS,
        args.length > 3 ? number(args[3], 1, 10000) : COMPANIES);
    else if (args.length == 3 && args[0].equals("client"))
      trade(number(args[1], 0, Client.PLACES - 1), args[2]);
    else
      usage();
  }
}
