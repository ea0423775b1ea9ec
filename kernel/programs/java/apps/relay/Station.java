/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What each server of the chain offers to the one before it. */
package relay;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Station extends Remote {
  String NAME = "relay";

  /* Has the baton carried to the end of the chain and back; each server signs it on both ways. */
  Baton remoteFoo(Baton baton, Observer observer) throws RemoteException, Refused;

  /* Ends the servers behind this one, then this one. */
  void end() throws RemoteException;
}
