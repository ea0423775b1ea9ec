/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A registry of this machine: other machines may look names up, only this one may bind them. */
package jx.rmi;

import java.rmi.AccessException;
import java.rmi.AlreadyBoundException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.Registry;
import java.rmi.server.RemoteServer;
import java.util.Hashtable;
import jx.sockets.Sockets;

public final class RegistryTable extends RemoteServer implements Registry {
  private final transient Hashtable<String, Remote> bound = new Hashtable<>();

  public RegistryTable(int port) throws RemoteException {
    ref = Exports.add(this, port, Reference.REGISTRY, true).getRef();
  }

  @Override
  public Remote lookup(String name) throws NotBoundException {
    synchronized (bound) {
      Remote object = bound.get(name);
      if (object == null)
        throw new NotBoundException(name);
      return object;
    }
  }

  @Override
  public void bind(String name, Remote object) throws RemoteException, AlreadyBoundException {
    check("bind");
    synchronized (bound) {
      if (bound.get(name) != null)
        throw new AlreadyBoundException(name);
      bound.put(name, object);
    }
  }

  @Override
  public void unbind(String name) throws RemoteException, NotBoundException {
    check("unbind");
    synchronized (bound) {
      if (bound.remove(name) == null)
        throw new NotBoundException(name);
    }
  }

  @Override
  public void rebind(String name, Remote object) throws RemoteException {
    check("rebind");
    bound.put(name, object);
  }

  @Override
  public String[] list() {
    synchronized (bound) {
      return bound.keySet().toArray(new String[0]);
    }
  }

  private static void check(String what) throws AccessException {
    String client = Exports.clientHost();
    if (client != null && !client.startsWith("127.") && !client.equals(Reference.host(Sockets.address())))
      throw new AccessException("Registry." + what + " disallowed; origin " + client + " is non-local host");
  }
}
