/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Remote objects by the names that registries have for them: //HOST:PORT/NAME, with rmi: before it or not. */
package java.rmi;

import java.net.MalformedURLException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

public final class Naming {
  private static final String SCHEME = "rmi:";
  private static final int PORT_MOST = 65535;

  private final String host;
  private final int port;
  private final String name;       /* null: the registry itself */

  private Naming(String text) throws MalformedURLException {
    String rest = text;
    if (rest.startsWith(SCHEME))
      rest = rest.substring(SCHEME.length());
    else if (rest.indexOf(':') > 0 && rest.indexOf('/') > rest.indexOf(':') && !rest.startsWith("/"))
      throw new MalformedURLException("invalid URL scheme: " + text);
    if (rest.indexOf('#') >= 0)
      throw new MalformedURLException("invalid character, '#', in URL name: " + text);
    String machine = "";
    if (rest.startsWith("//")) {
      int end = rest.indexOf('/', 2);
      machine = end < 0 ? rest.substring(2) : rest.substring(2, end);
      rest = end < 0 ? "" : rest.substring(end);
    }
    if (rest.startsWith("/"))
      rest = rest.substring(1);
    int colon = machine.indexOf(':');
    host = colon < 0 ? machine : machine.substring(0, colon);
    port = colon < 0 ? Registry.REGISTRY_PORT : number(machine.substring(colon + 1), text);
    name = rest.isEmpty() ? null : rest;
  }

  private static int number(String digits, String text) throws MalformedURLException {
    if (digits.isEmpty())
      return Registry.REGISTRY_PORT;
    try {
      int port = Integer.parseInt(digits);
      if (port >= 0 && port <= PORT_MOST)
        return port;
    } catch (NumberFormatException e) {
      /* told below */
    }
    throw new MalformedURLException("invalid authority: " + text);
  }

  private Registry registry() throws RemoteException {
    return LocateRegistry.getRegistry(host, port);
  }

  public static Remote lookup(String name) throws NotBoundException, MalformedURLException, RemoteException {
    Naming wanted = new Naming(name);
    return wanted.name == null ? wanted.registry() : wanted.registry().lookup(wanted.name);
  }

  public static void bind(String name, Remote object)
      throws AlreadyBoundException, MalformedURLException, RemoteException {
    Naming wanted = new Naming(name);
    if (object == null)
      throw new NullPointerException("cannot bind to null");
    wanted.registry().bind(wanted.name, object);
  }

  public static void unbind(String name) throws RemoteException, NotBoundException, MalformedURLException {
    Naming wanted = new Naming(name);
    wanted.registry().unbind(wanted.name);
  }

  public static void rebind(String name, Remote object) throws RemoteException, MalformedURLException {
    Naming wanted = new Naming(name);
    if (object == null)
      throw new NullPointerException("cannot bind to null");
    wanted.registry().rebind(wanted.name, object);
  }

  public static String[] list(String name) throws RemoteException, MalformedURLException {
    Naming wanted = new Naming(name);
    String[] names = wanted.registry().list();
    for (int i = 0; i < names.length; i++)
      names[i] = "//" + wanted.host + ":" + wanted.port + "/" + names[i];
    return names;
  }
}
