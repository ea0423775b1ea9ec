/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The port mapper, version 2 (RFC 1833, section 3): tells where the programs of this machine are. What there is does
 * not change, so SET, UNSET and CALLIT are not offered. A client that asks for version 3 or 4 (rpcbind) is told that
 * there is only version 2, and comes again. */
package jx.rpc;

import java.io.IOException;

public final class Portmap extends RpcProgram {
  public static final int PORT = 111;

  public static final int PROGRAM = 100000;
  public static final int VERSION = 2;

  private static final int UDP = 17;
  private static final int GETPORT = 3;
  private static final int DUMP = 4;

  private final RpcServer server;

  public Portmap(RpcServer server) {
    super(PROGRAM, VERSION, "portmap", "null", null, null, "getport", "dump");
    this.server = server;
  }

  @Override
  protected int perform(RpcCall call) throws BadXdr {
    if (call.procedure == GETPORT)
      call.results.int32(find(call.arguments));
    else if (call.procedure == DUMP)
      dump(call.results);
    return SUCCESS;
  }

  /* 0: not here, or not by that protocol. The version counts only where the program has it: a client learns from the
   * program itself which versions there are. */
  private int find(XdrReader arguments) throws BadXdr {
    int program = arguments.int32(), version = arguments.int32(), protocol = arguments.int32();
    arguments.int32();
    int port = 0;
    for (int i = 0; i < server.programCount() && protocol == UDP; i++) {
      RpcProgram each = server.program(i);
      if (each.program == program && (each.version == version || port == 0))
        port = server.port(i);
    }
    return port;
  }

  /* Asks the port mapper of another machine where a program is, by UDP. IOException: not there. */
  public static int ask(RpcClient mapper, int program, int version) throws IOException {
    XdrWriter arguments = mapper.begin(GETPORT);
    arguments.int32(program);
    arguments.int32(version);
    arguments.int32(UDP);
    arguments.int32(0);
    int port = 0;
    try {
      port = mapper.call().int32();
    } catch (BadXdr e) {
      /* told below, like a program that is not there */
    }
    if (port < 1 || port > 65535)
      throw new IOException("program " + program + " of version " + version + " is not there");
    return port;
  }

  private void dump(XdrWriter results) {
    for (int i = 0; i < server.programCount(); i++) {
      results.bool(true);
      results.int32(server.program(i).program);
      results.int32(server.program(i).version);
      results.int32(UDP);
      results.int32(server.port(i));
    }
    results.bool(false);
  }
}
