/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A chain of remote methods: a client calls the first server, which calls the second one, and so on to the last; each
 * passes the answer back, and calls the client back meanwhile (figure 9 of I. H. Kazi et al., "JaViz: A client/server
 * Java profiling tool", IBM Systems Journal 39-1, 2000, by java.rmi). An ordinary program: it runs on any JDK, too.
 *
 * Arguments: server PLACE PORT [NEXT-HOST:PORT]   or   client FIRST-HOST:PORT SERVERS ROUNDS BYTES. Each server has a
 * registry at its port, in which it is called `relay'.
 *
 * Results: rounds, of the client; calls, of each server. How they are checked: the client looks at the signatures and
 * at every byte of what comes back; each round must have called it back once from each server, every fourth one must end
 * with the last server's exception. */
package relay;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;

public final class Main implements Observer {
  private static final int TRIES = 120;
  private static final long TRY_MS = 250;
  private static final long LINGER_MS = 500;       /* for the reply to the call that ends a server */

  private final List<Integer> passed = new ArrayList<>();

  private Main() {
  }

  @Override
  public synchronized void passed(int place, int round) {
    passed.add(place);
  }

  private synchronized List<Integer> takePassed() {
    List<Integer> taken = new ArrayList<>(passed);
    passed.clear();
    return taken;
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: relay: " + what);
    System.exit(1);
  }

  /* Waits for a server that is not there yet. `at': HOST:PORT. */
  private static Station find(String at) throws Exception {
    int colon = at.indexOf(':');
    for (int i = 0;; i++)
      try {
        int port = Integer.parseInt(at.substring(colon + 1));
        Registry registry = LocateRegistry.getRegistry(at.substring(0, colon), port);
        return (Station) registry.lookup(Station.NAME);
      } catch (RemoteException | NotBoundException e) {
        if (i == TRIES)
          throw e;
        Thread.sleep(TRY_MS);
      }
  }

  private static void serve(int place, int port, String next) throws Exception {
    Server server = new Server(place, next == null ? null : find(next));
    Registry registry = LocateRegistry.createRegistry(port);
    registry.bind(Station.NAME, server);
    server.await();
    Thread.sleep(LINGER_MS);
    registry.unbind(Station.NAME);
    UnicastRemoteObject.unexportObject(server, true);
    UnicastRemoteObject.unexportObject(registry, true);
    System.out.println("result: server " + place + " was called " + server.calls() + " times");
  }

  private static List<String> expected(int servers) {
    List<String> signatures = new ArrayList<>();
    for (int place = 1; place <= servers; place++)
      signatures.add("to " + place);
    for (int place = servers; place >= 1; place--)
      signatures.add("from " + place);
    return signatures;
  }

  private void call(Station first, int servers, int rounds, int bytes) throws RemoteException {
    int refused = 0;
    List<Integer> places = new ArrayList<>();
    for (int place = 1; place <= servers; place++)
      places.add(place);
    for (int round = 1; round <= rounds; round++) {
      try {
        Baton back = first.remoteFoo(new Baton(round, bytes), this);
        if (back.objection(bytes) != null)
          fail("round " + round + ": the baton: " + back.objection(bytes));
        if (!back.signatures().equals(expected(servers)))
          fail("round " + round + ": the baton is signed " + back.signatures());
      } catch (Refused e) {
        refused++;
        if (e.round() != round)
          fail("round " + round + " is refused as " + e.round());
      }
      List<Integer> back = takePassed();
      if (!back.equals(places))
        fail("round " + round + " has called back from " + back);
    }
    first.end();
    System.out.println("result: " + rounds + " rounds, " + refused + " refused");
  }

  private static void usage() {
    System.err.println("usage: relay server PLACE PORT [NEXT-HOST:PORT] | "
      + "relay client FIRST-HOST:PORT SERVERS ROUNDS BYTES");
    System.exit(2);
  }

  public static void main(String[] args) throws Exception {
    if (args.length >= 3 && args.length <= 4 && args[0].equals("server")) {
      serve(Integer.parseInt(args[1]), Integer.parseInt(args[2]), args.length == 4 ? args[3] : null);
    } else if (args.length == 5 && args[0].equals("client")) {
      Main client = new Main();
      UnicastRemoteObject.exportObject(client, 0);
      client.call(find(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
      UnicastRemoteObject.unexportObject(client, true);
    } else {
      usage();
    }
  }
}
