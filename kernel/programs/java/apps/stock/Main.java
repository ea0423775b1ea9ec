/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stock exchange: a server with prices and a book of orders; clients ask what is new, look closer, buy and sell.
 *
 * What its profile shows, with each call recorded (PROF=calls PROFILE='stock.*'): the tree of 521,410 calls of about 150
 * methods here, at the default size; a client's day is a thread that Main.day has started. As many calls had the largest
 * program of JaViz's paper (I. H. Kazi et al., IBM Systems Journal 39-1, 2000), stock updates as well.
 *
 * Arguments: [DAYS [COMPANIES]]: 165 days, 23 companies; there are three clients.
 *
 * Results: what clients were told, orders, the index, and for each client its gain and a digest of all that it has
 * shown. How they are checked: the server's books beside the clients', share by share and to the last bit of money;
 * each quote within its day's prices.
 */
package stock;

import java.util.ArrayList;
import java.util.List;
import jx.app.Program;

public final class Main {
  private static final int AUDITS = 4913; /* as many as make up 521,410 calls at the default size */

  private final StockServer server;
  private final List<Client> clients = new ArrayList<>();

  private Main(int companies) {
    server = new StockServer(companies, Client.PLACES);
    for (int place = 0; place < Client.PLACES; place++)
      clients.add(Client.at(place, server, companies));
  }

  private void day() throws InterruptedException {
    server.open();
    List<Thread> threads = new ArrayList<>();
    for (Client client : clients)
      threads.add(new Thread(client));
    for (Thread thread : threads)
      thread.start();
    for (Thread thread : threads)
      thread.join();
    server.close();
  }

  private void print(int days) {
    server.print(days);
    for (Client client : clients)
      client.print();
  }

  /* What is wrong; null: nothing. */
  private String objection() {
    List<Portfolio> portfolios = new ArrayList<>();
    for (Client client : clients) {
      if (client.trouble() != null)
        return client.trouble();
      portfolios.add(client.portfolio());
    }
    return server.objection(AUDITS, portfolios);
  }

  public static void main(String[] args) throws InterruptedException {
    Program program = new Program("stock", args, 2, "[DAYS [COMPANIES]]   days (165), companies (23)");
    int days = program.number(0, 165, 1, 100000);
    int companies = program.number(1, 23, 1, 10000);

    Main market = new Main(companies);
    for (int i = 0; i < days; i++)
      market.day();
    for (Client client : market.clients)
      client.end();
    market.print(days);
    String trouble = market.objection();
    if (trouble != null)
      program.fail(trouble);
  }
}
