/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A chain of remote calls: a client calls the first server, which calls the second one, and so on to the last, which
 * answers; each passes the answer back (figure 9 of I. H. Kazi et al., "JaViz: A client/server Java profiling tool",
 * IBM Systems Journal 39-1, 2000).
 *
 * What its profile shows, with PROF=calls,messages: hostdump remote has each call of the chain, how long it was on the
 * wire, waited and was worked on; the work of a server has the call of the next one in it.
 *
 * Arguments: address=A/BITS who we are; chain=A,B,... the machines in their order, the client first: each finds its
 * own place in it; rounds=N calls of the client (50); threads=N that answer in a server (2); seconds=N after which a
 * call is given up (60). A server ends when it has been told to, which goes down the chain behind the last call.
 *
 * Results: calls made and answered, and those that came again. How they are checked: the answer to round N is
 * the client's number with each server's place worked into it, which the client can compute; a server must have been
 * called once for each round, however often the network has doubled the call or lost it. */
package beacon;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import jx.net.Address;
import jx.net.start.Arguments;
import jx.net.start.Station;
import jx.rpc.BadXdr;
import jx.rpc.RpcClient;
import jx.rpc.RpcServer;
import jx.rpc.RpcWorkers;

public final class Main {
  private static final long LOOK_MS = 20;
  private static final long LINGER_MS = 5000;        /* for a caller that has lost the last reply, and asks again */

  static final class Options extends Arguments {
    final List<Integer> chain = new ArrayList<>();
    int rounds = 50;
    int threads = 2;
    int seconds = 60;

    Options(String[] arguments) {
      super("beacon", "address=A/BITS chain=A,B,... [rounds=N] [threads=N] [seconds=N]");
      parseAll(arguments);
      if (chain.size() < 2 || place() < 0)
        refuse("chain= names two machines or more, of which we are one");
    }

    /* Ours in the chain; 0: the client. */
    int place() {
      return chain.indexOf(address);
    }

    @Override
    protected boolean take(String name, String value) {
      switch (name) {
        case "chain":
          takeList(chain, value);
          return true;
        case "rounds":
          rounds = number(value, 1, 10_000_000);
          return true;
        case "threads":
          threads = number(value, 1, 64);
          return true;
        case "seconds":
          seconds = number(value, 1, SECONDS_MOST);
          return true;
        default:
          return false;
      }
    }
  }

  private Main() {
  }

  /* The next one of the chain; null: we are the last. */
  private static RpcClient next(Options options) throws IOException {
    int next = options.place() + 1;
    if (next == options.chain.size())
      return null;
    RpcClient client = new RpcClient(InetAddress.getByName(Address.text(options.chain.get(next))), Beacon.PORT,
      Beacon.PROGRAM, Beacon.VERSION);
    client.setPatience(options.seconds * 1000);
    return client;
  }

  private static void call(Options options, Station station) throws IOException {
    RpcClient first = next(options);
    try {
      for (int round = 1; round <= options.rounds; round++) {
        int answer = Beacon.remoteFoo(first, round);
        if (answer != Beacon.expected(round, options.chain.size()))
          station.fail("round " + round + " has the answer " + answer);
      }
      Beacon.end(first);
    } catch (BadXdr e) {
      station.fail("the first server's reply is malformed");
    }
    System.out.println("result: " + options.rounds + " rounds answered, " + first.repeated + " calls sent again");
  }

  private static void serve(Options options, Station station) throws IOException, InterruptedException {
    Beacon beacon = new Beacon(options.place(), next(options));
    RpcServer server = new RpcServer();
    server.add(beacon, Beacon.PORT);
    RpcWorkers workers = new RpcWorkers(server, Beacon.PORT, options.threads);
    while (!beacon.isOver())
      Thread.sleep(LOOK_MS);
    Thread.sleep(LINGER_MS);
    System.out.println("result: server " + options.place() + " was called " + beacon.calls() + " times, "
      + workers.repeated() + " came again, " + beacon.repeated() + " sent again");
    if (workers.faults() > 0)
      station.fail("a call failed: " + workers.lastFault());
    if (beacon.calls() != options.rounds)
      station.fail("called " + beacon.calls() + " times in " + options.rounds + " rounds");
  }

  public static void main(String[] arguments) throws InterruptedException {
    Options options = new Options(arguments);
    Station station = Station.open("beacon", options);
    station.stack.openSockets();
    station.begin();
    try {
      if (options.place() == 0)
        call(options, station);
      else
        serve(options, station);
    } catch (IOException e) {
      station.fail(e.toString());
    }
    station.report();
    station.end();
  }
}
