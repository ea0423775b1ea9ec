/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a call is known by when it comes again: its number, its sender's address and port, what it calls, and a
 * checksum of its arguments, for a client that begins anew may use its numbers again. An object is filled anew for
 * each call. */
package jx.rpc;

final class CallKey {
  int xid;
  private int address;
  private int port;
  private int program;
  private int version;
  private int procedure;
  private int checksum;
  private final Slice arguments = new Slice();

  /* Of a call whose arguments are still to be read. */
  void set(RpcCall call) {
    xid = call.xid;
    address = call.address;
    port = call.port;
    program = call.program;
    version = call.version;
    procedure = call.procedure;
    call.arguments.rest(arguments);
    checksum = arguments.hash();
  }

  void set(CallKey other) {
    xid = other.xid;
    address = other.address;
    port = other.port;
    program = other.program;
    version = other.version;
    procedure = other.procedure;
    checksum = other.checksum;
  }

  boolean is(CallKey other) {
    return xid == other.xid && address == other.address && port == other.port && program == other.program
      && version == other.version && procedure == other.procedure && checksum == other.checksum;
  }
}
