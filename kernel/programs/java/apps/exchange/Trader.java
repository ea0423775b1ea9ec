/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a client offers to the server of its exchange, which calls it on each day. */
package stock;

import java.rmi.Remote;
import java.rmi.RemoteException;

interface Trader extends Remote {
  /* A day of the client, who asks the server meanwhile. */
  void day() throws RemoteException;

  /* Ends the client: its own books. Refused: what it has seen contradicts itself. */
  Portfolio end() throws RemoteException;
}
