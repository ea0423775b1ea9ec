/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The port mapper, version 2 (RFC 1833, section 3): tells where the programs of this machine are. What there is does
 * not change, so SET, UNSET and CALLIT are not offered. A client that asks for version 3 or 4 (rpcbind) is told that
 * there is only version 2, and comes again. */
package jx.rpc;

public final class Portmap extends RpcProgram {
  public static final int PORT = 111;

  private static final int PROGRAM = 100000;
  private static final int VERSION = 2;
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
