/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Answers ONC RPC calls, version 2 (RFC 5531), that come in datagrams.
 *
 * A program is reached at the port that it was added for, as if each port were a process. A datagram that is no call
 * is dropped and counted; a call that cannot be accepted is refused in RPC's own words. Nothing that a datagram holds
 * makes handle() throw. One thread calls it, for all ports; where several are to be at work (RpcWorkers), each has a
 * lane() of its own. */
package jx.rpc;

import java.util.ArrayList;
import jx.net.Datagram;
import jx.net.DatagramHandler;
import jx.prof.EventLog;
import jx.prof.MessageLog;

public final class RpcServer implements DatagramHandler {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;

  private static final int MSG_ACCEPTED = 0;
  private static final int MSG_DENIED = 1;
  private static final int RPC_MISMATCH = 0;
  private static final int AUTH_ERROR = 1;
  private static final int AUTH_BADCRED = 1;
  private static final int PROG_UNAVAIL = 1;
  private static final int PROG_MISMATCH = 2;
  private static final int SYSTEM_ERR = 5;

  /* Of a call: number, CALL, RPC's version, program, version, procedure. Of an accepted reply: number, REPLY,
   * MSG_ACCEPTED, a verifier's flavor and length, and what became of it. */
  private static final int CALL_WORDS = 6;
  private static final int REPLY_WORDS = 6;

  /* Of verifiers, which are not looked at. */
  private static final int MOST_AUTH_BYTES = 400;

  private static final class Served {
    final RpcProgram program;
    final int port;

    Served(RpcProgram program, int port) {
      this.program = program;
      this.port = port;
    }

    /* Is `call', which came to `localPort', for this program, in whatever version? */
    boolean takes(RpcCall call, int localPort) {
      return port == localPort && program.program == call.program;
    }
  }

  /* What has come in since the start. */
  public long calls;       /* answered, in whatever way */
  public long malformed;   /* datagrams that are no call: dropped */
  public long refused;     /* calls that were not accepted, garbage arguments included */
  public long repeated;    /* calls answered with the reply that they had before */
  public long faults;      /* calls that a program failed at by an exception: a bug, or memory that was out */

  private final ArrayList<Served> served;
  private final ReplyCache replies;
  private final CallKey key = new CallKey();
  private final RpcCall call = new RpcCall();
  private final Slice verifier = new Slice();
  private final int[] words = new int[CALL_WORDS];
  private int replyStart;

  /* What the call before this one was for: the next is most often for the same. */
  private Served latest;
  private boolean heard;      /* the profiler knows of the call that is being answered */
  private int again;          /* MessageLog.AGAIN where it had its reply before, else 0 */
  private Throwable lastFault;
  private final int callEvent = EventLog.register("rpc call");
  private final int replyEvent = EventLog.register("rpc reply");
  private final int malformedEvent = EventLog.register("rpc malformed");

  public RpcServer() {
    this(new ArrayList<>(), new ReplyCache());
  }

  private RpcServer(ArrayList<Served> served, ReplyCache replies) {
    this.served = served;
    this.replies = replies;
  }

  /* The same programs, once all are added, for another thread: whose perform() several threads may then be in. It
   * counts by itself. */
  RpcServer lane() {
    return new RpcServer(served, replies);
  }

  /* null: there was none. */
  public Throwable lastFault() {
    return lastFault;
  }

  public void add(RpcProgram program, int port) {
    served.add(new Served(program, port));
  }

  public int programCount() {
    return served.size();
  }

  public RpcProgram program(int index) {
    return served.get(index).program;
  }

  public int port(int index) {
    return served.get(index).port;
  }

  /* The reply's length, 0 for none: to what is no call, and to one that another thread is at work on. */
  @Override
  public int handle(Datagram in, Datagram out) {
    RpcCall call = this.call;
    EventLog.log(callEvent, in.length);
    call.arguments.open(in.buffer, in.offset, in.length);
    call.results.open(out.buffer, out.offset, out.length);
    replyStart = out.offset;
    int length;
    try {
      length = answer(in, out);
    } catch (BadXdr e) {
      length = 0;
    }
    if (length < 0) {
      length = 0;
    } else if (length == 0) {
      malformed++;
      EventLog.log(malformedEvent, in.length);
    } else {
      calls++;
      EventLog.log(replyEvent, length);
      hear(in, 0);
      tell(in, MessageLog.SENT | MessageLog.REPLY | again, length);
    }
    return length;
  }

  /* Tells the profiler, unless it knows, of the call that is being answered: `flags' AGAIN, it is not executed. */
  private void hear(Datagram in, int flags) {
    if (!heard)
      tell(in, flags, in.length);
    heard = true;
    again = flags;
  }

  private void tell(Datagram in, int flags, int length) {
    if (MessageLog.isOn())
      MessageLog.log(MessageLog.RPC, flags, in.localAddress, in.localPort, in.address, in.port, call.program,
        call.procedure, call.xid & 0xffffffffL, length);
  }

  /* BadXdr when the datagram ends within the call's header. */
  private int answer(Datagram in, Datagram out) throws BadXdr {
    RpcCall call = this.call;
    XdrReader header = call.arguments;
    int[] w = words;
    header.int32s(w, CALL_WORDS);
    int procedure = w[5];       /* the last word first: then gcc knows that there are the others */
    int version = w[4];
    int program = w[3];
    int rpcVersion = w[2];
    if (w[1] != CALL)
      throw BadXdr.INSTANCE;
    call.xid = w[0];
    call.program = program;
    call.version = version;
    call.procedure = procedure;
    call.address = in.address;
    call.port = in.port;
    heard = false;
    if (rpcVersion != RPC_VERSION)
      return deny(out, RPC_MISMATCH);
    boolean known = call.credentials.read(header);
    header.int32();
    header.opaque(verifier, MOST_AUTH_BYTES);
    return known ? dispatch(in, out) : deny(out, AUTH_ERROR);
  }

  private int deny(Datagram out, int why) {
    XdrWriter reply = call.results;
    reply.int32(call.xid);
    reply.int32(REPLY);
    reply.int32(MSG_DENIED);
    reply.int32(why);
    if (why == RPC_MISMATCH) {
      reply.int32(RPC_VERSION);
      reply.int32(RPC_VERSION);
    } else {
      reply.int32(AUTH_BADCRED);
    }
    refused++;
    return end(out);
  }

  private int dispatch(Datagram in, Datagram out) {
    RpcCall call = this.call;
    int localPort = in.localPort;
    Served wanted = latest;
    if (wanted == null || !wanted.takes(call, localPort) || wanted.program.version != call.version) {
      wanted = find(localPort);
      if (wanted == null)
        return mismatch(localPort, out);
      latest = wanted;
    }
    RpcProgram target = wanted.program;
    if (!target.has(call.procedure))
      return refuse(out, RpcProgram.PROC_UNAVAIL);
    return target.onlyOnce(call.procedure) ? performOnce(target, in, out) : perform(target, in, out);
  }

  private int performOnce(RpcProgram target, Datagram in, Datagram out) {
    key.set(call);
    int length = replies.begin(key, out.buffer, out.offset, out.length);
    if (length != ReplyCache.NEW) {
      repeated++;
      hear(in, MessageLog.AGAIN);
      return length;
    }
    long refusedBefore = refused;
    try {
      length = perform(target, in, out);
      if (refused == refusedBefore)
        replies.keep(key, out.buffer, out.offset, length);
    } finally {
      replies.forget(key);
    }
    return length;
  }

  private int perform(RpcProgram target, Datagram in, Datagram out) {
    RpcCall call = this.call;
    hear(in, 0);
    target.logCall(call);
    accept(RpcProgram.SUCCESS);
    int outcome = outcome(target);
    target.logReply(call);
    return outcome == RpcProgram.SUCCESS ? end(out) : refuse(out, outcome);
  }

  private int outcome(RpcProgram target) {
    try {
      int outcome = target.perform(call);
      return call.results.full() ? SYSTEM_ERR : outcome;
    } catch (BadXdr e) {
      return RpcProgram.GARBAGE_ARGS;
    } catch (RuntimeException | OutOfMemoryError e) {
      faults++;
      lastFault = e;
      return SYSTEM_ERR;
    }
  }

  private int refuse(Datagram out, int status) {
    refused++;
    accept(status);
    return end(out);
  }

  /* null: not in that version, or not at all. */
  private Served find(int localPort) {
    for (int i = 0; i < served.size(); i++) {
      Served each = served.get(i);
      if (each.takes(call, localPort) && each.program.version == call.version)
        return each;
    }
    return null;
  }

  private int mismatch(int localPort, Datagram out) {
    int lowest = Integer.MAX_VALUE, highest = -1;
    for (int i = 0; i < served.size(); i++) {
      Served each = served.get(i);
      if (!each.takes(call, localPort))
        continue;
      lowest = Math.min(lowest, each.program.version);
      highest = Math.max(highest, each.program.version);
    }
    if (highest < 0)
      return refuse(out, PROG_UNAVAIL);
    refused++;
    accept(PROG_MISMATCH);
    call.results.int32(lowest);
    call.results.int32(highest);
    return end(out);
  }

  /* Begins the reply, whatever was written before: with a verifier that says nothing. */
  private void accept(int status) {
    XdrWriter reply = call.results;
    reply.rewind(replyStart);
    int xid = call.xid;
    int[] w = words;
    w[5] = status;              /* the last word first, as above */
    w[4] = 0;
    w[3] = Credentials.NONE;
    w[2] = MSG_ACCEPTED;
    w[1] = REPLY;
    w[0] = xid;
    reply.int32s(w, REPLY_WORDS);
  }

  private int end(Datagram out) {
    return call.results.position() - out.offset;
  }
}
