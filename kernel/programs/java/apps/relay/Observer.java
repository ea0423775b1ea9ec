/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the client offers: servers call it back while it waits for them. */
package relay;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Observer extends Remote {
  void passed(int place, int round) throws RemoteException;
}
