/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Calls the procedures of a remote program, one at a time, by ONC RPC version 2 (RFC 5531) in datagrams, as nobody
 * (AUTH_NONE).
 *
 * A call that has no reply is sent again, with the same number, after FIRST_MS, then after twice as long each time, up
 * to LONGEST_MS, until the time of setPatience() is over. What else comes, replies to earlier calls, garbage,
 * datagrams of other machines, is passed over and counted.
 *
 * Use: XdrWriter arguments = begin(PROCEDURE); write them; XdrReader results = call(). What call() returns is valid
 * until the next call. A client is one thread's at a time. */
package jx.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import jx.mem.BigEndian;
import jx.prof.MessageLog;

public final class RpcClient implements Closeable {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int MSG_ACCEPTED = 0;
  private static final int CALL_WORDS = 10;          /* and two for the credential, two for the verifier: both empty */
  private static final int MOST_AUTH_BYTES = 400;
  private static final int MOST_BYTES = 65507;       /* of a UDP payload */

  private static final int FIRST_MS = 500;
  private static final int LONGEST_MS = 4000;
  private static final int PATIENCE_MS = 60_000;

  /* Since the start. */
  public long calls;       /* that were answered */
  public long repeated;    /* calls that were sent once more */
  public long late;        /* replies to other calls than the one under way */
  public long malformed;   /* datagrams that are no reply */

  private final DatagramSocket socket = new DatagramSocket();
  private final InetAddress server;
  private final int serverAddress;
  private final int port;
  private final int program;
  private final int version;
  private final byte[] out = new byte[MOST_BYTES];
  private final byte[] in = new byte[MOST_BYTES];
  private final DatagramPacket outPacket;
  private final DatagramPacket inPacket = new DatagramPacket(in, MOST_BYTES);
  private final XdrWriter arguments = new XdrWriter();
  private final XdrReader results = new XdrReader();
  private final Slice verifier = new Slice();
  private int patience = PATIENCE_MS;
  private int xid = (int) System.nanoTime();         /* a client that begins anew must not use its numbers again */
  private int procedure;
  private RpcFailure failure;                        /* of the last reply; null: none */

  /* `port' is 1 to 65535. */
  public RpcClient(InetAddress server, int port, int program, int version) throws IOException {
    this.server = server;
    this.port = port;
    this.program = program;
    this.version = version;
    serverAddress = BigEndian.get32(server.getAddress(), 0);
    socket.connect(server, port);
    outPacket = new DatagramPacket(out, 0, server, port);
  }

  /* How long call() waits for a reply, 1 or more. */
  public void setPatience(int millis) {
    patience = millis;
  }

  /* Begins a call: where its arguments are to be written. */
  public XdrWriter begin(int procedure) {
    this.procedure = procedure;
    xid++;
    arguments.open(out, 0, MOST_BYTES);
    arguments.int32(xid);
    arguments.int32(CALL);
    arguments.int32(RPC_VERSION);
    arguments.int32(program);
    arguments.int32(version);
    arguments.int32(procedure);
    arguments.zeros(4 * (CALL_WORDS - 6));
    return arguments;
  }

  /* Sends the call, and waits for the reply: its results. RpcFailure: the server has not performed it;
   * SocketTimeoutException: it has not answered. */
  public XdrReader call() throws IOException {
    if (arguments.full())
      throw RpcFailure.tooLong();
    outPacket.setLength(arguments.position());
    long end = System.nanoTime() + patience * 1_000_000L;
    int wait = FIRST_MS;
    int flags = MessageLog.SENT;
    while (true) {
      tell(flags, outPacket.getLength());
      socket.send(outPacket);
      if (awaitReply(Math.min(end, System.nanoTime() + wait * 1_000_000L)))
        return outcome();
      if (System.nanoTime() - end >= 0)
        throw new SocketTimeoutException("program " + program + " of " + server.getHostAddress() + " port " + port
          + " has not answered for " + patience + " ms");
      repeated++;
      flags = MessageLog.SENT | MessageLog.AGAIN;
      wait = Math.min(2 * wait, LONGEST_MS);
    }
  }

  /* Waits until `end' for the reply to this call. */
  private boolean awaitReply(long end) throws IOException {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      socket.setSoTimeout((int) (left / 1_000_000) + 1);
      inPacket.setLength(MOST_BYTES);
      try {
        socket.receive(inPacket);
      } catch (SocketTimeoutException e) {
        return false;
      }
      if (isReply())
        return true;
    }
    return false;
  }

  /* Sets `failure'; `results' is then at the results. */
  private boolean isReply() {
    results.open(in, 0, inPacket.getLength());
    try {
      int number = results.int32();
      if (results.int32() != REPLY)
        throw BadXdr.INSTANCE;
      failure = header();
      if (number == xid)
        return true;
      late++;
    } catch (BadXdr e) {
      malformed++;
    }
    return false;
  }

  /* Reads what became of the call: null, it was performed. */
  private RpcFailure header() throws BadXdr {
    if (results.choice(2) != MSG_ACCEPTED)
      return RpcFailure.denied(results.int32());
    results.int32();
    results.opaque(verifier, MOST_AUTH_BYTES);
    int status = results.int32();
    return status == RpcProgram.SUCCESS ? null : RpcFailure.accepted(status);
  }

  private XdrReader outcome() throws IOException {
    tell(MessageLog.REPLY, inPacket.getLength());
    calls++;
    if (failure != null)
      throw failure;
    return results;
  }

  private void tell(int flags, int length) {
    if (MessageLog.isOn())
      MessageLog.log(MessageLog.RPC, flags, BigEndian.get32(socket.getLocalAddress().getAddress(), 0),
        socket.getLocalPort(), serverAddress, port, program, procedure, xid & 0xffffffffL, length);
  }

  @Override
  public void close() {
    socket.close();
  }
}
