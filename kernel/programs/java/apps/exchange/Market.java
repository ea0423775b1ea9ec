/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the server of a stock exchange offers to clients on other machines. */
package stock;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

interface Market extends Remote {
  String NAME = "exchange";

  int companies() throws RemoteException;

  /* Clients become members in the order of their places: waits for those before. Returns the member's number. */
  int join(int place, Filter filter, Trader trader) throws RemoteException;

  /* All below are StockService's. */
  List<Quote> update(int client, int from, int to) throws RemoteException;

  Details details(String symbol) throws RemoteException;

  void order(Order order) throws RemoteException;

  List<Trade> trades(int client) throws RemoteException;

  double together(String one, String other) throws RemoteException;
}
