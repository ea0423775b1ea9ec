/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What each server offers: remoteFoo, which asks the next server and passes its answer on, and end, which ends the
 * servers behind it first. Both are performed once for each call. */
package beacon;

import java.io.IOException;
import java.net.SocketTimeoutException;
import jx.rpc.BadXdr;
import jx.rpc.RpcCall;
import jx.rpc.RpcClient;
import jx.rpc.RpcProgram;

final class Beacon extends RpcProgram {
  static final int PORT = 5008;
  static final int PROGRAM = 0x20004a58;             /* of those that each may use (RFC 5531, section 8.4) */
  static final int VERSION = 1;

  private static final int REMOTE_FOO = 1;
  private static final int END = 2;
  private static final int END_MS = 8000;            /* five tries */
  private static final int FACTOR = 31;

  private final int place;
  private final RpcClient next;                      /* under the monitor; null: this is the last */
  private int calls;
  private volatile boolean over;

  /* `place' is the server's in the chain, from 1. */
  Beacon(int place, RpcClient next) {
    super(PROGRAM, VERSION, "beacon", "null", "remoteFoo", "end");
    this.place = place;
    this.next = next;
  }

  @Override
  protected boolean onlyOnce(int procedure) {
    return true;
  }

  @Override
  protected int perform(RpcCall call) throws BadXdr {
    try {
      if (call.procedure == REMOTE_FOO)
        call.results.int32(foo(call.arguments.int32()));
      else if (call.procedure == END)
        finish();
    } catch (IOException e) {
      throw new IllegalStateException("the next server: " + e.getMessage());
    }
    return SUCCESS;
  }

  private synchronized int foo(int number) throws IOException, BadXdr {
    calls++;
    return (next == null ? number : remoteFoo(next, number)) * FACTOR + place;
  }

  private synchronized void finish() throws IOException {
    if (next != null)
      end(next);
    over = true;
  }

  /* Calls remoteFoo at another machine. */
  static int remoteFoo(RpcClient server, int number) throws IOException, BadXdr {
    server.begin(REMOTE_FOO).int32(number);
    return server.call().int32();
  }

  /* Ends a server. One that has not said so for END_MS has ended: its reply may be lost, and it has gone since. */
  static void end(RpcClient server) throws IOException {
    server.setPatience(END_MS);
    server.begin(END);
    try {
      server.call();
    } catch (SocketTimeoutException e) {
      System.out.println("beacon: " + e.getMessage());
    }
  }

  /* What remoteFoo of the first server answers in a chain of so many machines, the client among them. */
  static int expected(int number, int machines) {
    for (int place = machines - 1; place > 0; place--)
      number = number * FACTOR + place;
    return number;
  }

  synchronized int calls() {
    return calls;
  }

  synchronized long repeated() {
    return next == null ? 0 : next.repeated;
  }

  boolean isOver() {
    return over;
  }
}
