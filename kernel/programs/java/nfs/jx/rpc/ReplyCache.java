/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Replies to the latest calls that must not be performed twice: a client whose reply was lost sends its call again,
 * and a second REMOVE would tell it that there is no such file (C. Juszczak, "Improving the Performance and
 * Correctness of an NFS Server", USENIX 1989).
 *
 * A call is known again by its number, its sender's address and port, what it calls, and a checksum of its arguments:
 * a client that begins anew may use its numbers again. The oldest reply makes room for the newest. Memory: at most
 * SLOTS replies of MOST_BYTES, taken when they are first needed. */
package jx.rpc;

final class ReplyCache {
  /* Clients have some tens of calls under way and send one again after about a second (1.1 s were measured). */
  private static final int SLOTS = 256;

  /* The longest reply of a procedure that changes something: CREATE of NFS version 3, of 272 bytes. Calls with longer
   * ones are not kept, and performed again. */
  private static final int MOST_BYTES = 512;

  private static final class Reply {
    int xid;
    int address;
    int port;
    int program;
    int version;
    int procedure;
    int checksum;
    int length;
    final byte[] bytes = new byte[MOST_BYTES];
    Reply next;

    boolean answers(RpcCall call, int checksum) {
      return xid == call.xid && address == call.address && port == call.port && program == call.program &&
        version == call.version && procedure == call.procedure && this.checksum == checksum;
    }

    void setCall(RpcCall call, int checksum) {
      xid = call.xid;
      address = call.address;
      port = call.port;
      program = call.program;
      version = call.version;
      procedure = call.procedure;
      this.checksum = checksum;
    }
  }

  private final Reply[] slots = new Reply[SLOTS];
  private final Reply[] chains = new Reply[SLOTS];
  private final Slice arguments = new Slice();
  private int oldest;

  /* Of the arguments that are still to be read; find() and keep() want it. */
  int checksum(RpcCall call) {
    call.arguments.rest(arguments);
    return arguments.hash();
  }

  /* Writes the reply that `call' got before into `out', from `start' on; its length, 0 when there was none. */
  int find(RpcCall call, int checksum, byte[] out, int start, int room) {
    for (Reply reply = chains[chain(call.xid)]; reply != null; reply = reply.next)
      if (reply.answers(call, checksum) && reply.length <= room) {
        System.arraycopy(reply.bytes, 0, out, start, reply.length);
        return reply.length;
      }
    return 0;
  }

  void keep(RpcCall call, int checksum, byte[] from, int start, int length) {
    if (length > MOST_BYTES)
      return;
    Reply reply = slots[oldest];
    if (reply == null)
      reply = slots[oldest] = new Reply();
    else
      unchain(reply);
    oldest = (oldest + 1) % SLOTS;
    reply.setCall(call, checksum);
    reply.length = length;
    System.arraycopy(from, start, reply.bytes, 0, length);
    reply.next = chains[chain(call.xid)];
    chains[chain(call.xid)] = reply;
  }

  private void unchain(Reply gone) {
    int chain = chain(gone.xid);
    if (chains[chain] == gone) {
      chains[chain] = gone.next;
      return;
    }
    Reply before = chains[chain];
    while (before.next != gone)
      before = before.next;
    before.next = gone.next;
  }

  private static int chain(int xid) {
    return (xid ^ xid >>> 16) & SLOTS - 1;
  }
}
