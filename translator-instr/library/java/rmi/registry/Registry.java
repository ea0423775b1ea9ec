/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Remote objects by names. */
package java.rmi.registry;

import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Registry extends Remote {
  int REGISTRY_PORT = 1099;

  Remote lookup(String name) throws RemoteException, NotBoundException;

  void bind(String name, Remote object) throws RemoteException, AlreadyBoundException;

  void unbind(String name) throws RemoteException, NotBoundException;

  void rebind(String name, Remote object) throws RemoteException;

  String[] list() throws RemoteException;
}
