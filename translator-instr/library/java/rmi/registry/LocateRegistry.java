/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Registries: of this machine, and of others. */
package java.rmi.registry;

import java.net.InetAddress;
import java.rmi.RemoteException;
import java.rmi.UnknownHostException;
import jx.rmi.RegistryTable;
import jx.rmi.Reference;
import jx.rmi.Stub;

public final class LocateRegistry {
  private LocateRegistry() {
  }

  public static Registry getRegistry() throws RemoteException {
    return getRegistry(null, Registry.REGISTRY_PORT);
  }

  public static Registry getRegistry(int port) throws RemoteException {
    return getRegistry(null, port);
  }

  public static Registry getRegistry(String host) throws RemoteException {
    return getRegistry(host, Registry.REGISTRY_PORT);
  }

  /* Of a host that is null or empty: of this machine. Nothing is sent yet. */
  public static Registry getRegistry(String host, int port) throws RemoteException {
    int place = port <= 0 ? Registry.REGISTRY_PORT : port;
    try {
      InetAddress address = host == null || host.isEmpty() ? InetAddress.getLocalHost() : InetAddress.getByName(host);
      return (Registry) Stub.of(Registry.class, Reference.to(address, place, Reference.REGISTRY));
    } catch (java.net.UnknownHostException e) {
      throw new UnknownHostException("Unknown host: " + host, e);
    }
  }

  /* ExportException: the port is taken. */
  public static Registry createRegistry(int port) throws RemoteException {
    return new RegistryTable(port);
  }
}
