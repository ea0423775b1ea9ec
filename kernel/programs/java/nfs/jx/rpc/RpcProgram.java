/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One version of a remote program: its numbers, the names of its procedures, and what they do. */
package jx.rpc;

import jx.prof.EventLog;

public abstract class RpcProgram {
  /* What becomes of a call that was accepted (RFC 5531, accept_stat). */
  public static final int SUCCESS = 0;
  public static final int PROC_UNAVAIL = 3;
  public static final int GARBAGE_ARGS = 4;

  public final int program;
  public final int version;
  private final String[] procedures;
  private final int[] callEvents;
  private final int[] replyEvents;

  /* `name' and the names of the procedures, in the order of their numbers, make the names of the events: "nfs3
   * getattr" is a call, "nfs3 getattr reply" its answer. null: there is no such procedure. */
  protected RpcProgram(int program, int version, String name, String... procedures) {
    this.program = program;
    this.version = version;
    this.procedures = procedures;
    callEvents = new int[procedures.length];
    replyEvents = new int[procedures.length];
    for (int i = 0; i < procedures.length; i++)
      if (procedures[i] != null) {
        callEvents[i] = EventLog.register(name + " " + procedures[i]);
        replyEvents[i] = EventLog.register(name + " " + procedures[i] + " reply");
      }
  }

  /* Reads the arguments of `call', does what it asks for, writes the results: SUCCESS. With another answer, or
   * BadXdr, nothing has been done, and what was written to the results is forgotten. The procedure is one of those
   * named. Where RpcWorkers serve it, several threads are in here at once, each with a call of its own. */
  protected abstract int perform(RpcCall call) throws BadXdr;

  /* Must a call that is repeated, because its reply was lost, get the same reply instead of being performed again? */
  protected boolean onlyOnce(int procedure) {
    return false;
  }

  final boolean has(int procedure) {
    return procedure >= 0 && procedure < procedures.length && procedures[procedure] != null;
  }

  /* The argument of both events is the call's number, so that replies find their calls. */
  final void logCall(RpcCall call) {
    EventLog.log(callEvents[call.procedure], call.xid & 0xffffffffL);
  }

  final void logReply(RpcCall call) {
    EventLog.log(replyEvents[call.procedure], call.xid & 0xffffffffL);
  }
}
