/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Replies to the latest calls that must not be performed twice: a client whose reply was lost sends its call again,
 * and a second REMOVE would tell it that there is no such file (C. Juszczak, "Improving the Performance and
 * Correctness of an NFS Server", USENIX 1989). Where several threads perform calls, it may come again before it has a
 * reply.
 *
 * The oldest reply makes room for the newest. Memory: at most SLOTS replies of MOST_BYTES, taken when they are first
 * needed. Any thread may call. */
package jx.rpc;

import java.util.ArrayList;

final class ReplyCache {
  /* Of begin(): the call is new; another thread performs it. */
  static final int NEW = 0;
  static final int UNDER_WAY = -1;

  /* Clients have some tens of calls under way and send one again after about a second (1.1 s were measured). */
  private static final int SLOTS = 256;

  /* The longest reply of a procedure that changes something: CREATE of NFS version 3, of 272 bytes. Calls with longer
   * ones are not kept, and performed again. */
  private static final int MOST_BYTES = 512;

  private static final class Reply {
    final CallKey key = new CallKey();
    int length;
    final byte[] bytes = new byte[MOST_BYTES];
    Reply next;
  }

  private final Reply[] slots = new Reply[SLOTS];
  private final Reply[] chains = new Reply[SLOTS];
  private final ArrayList<CallKey> underWay = new ArrayList<>();
  private int oldest;

  /* Writes the reply that the call `key' got before into `out', from `start' on, and returns its length; else
   * UNDER_WAY; else NEW, and then keep() or forget() must follow, and `key' stay as it is until then. */
  synchronized int begin(CallKey key, byte[] out, int start, int room) {
    for (Reply reply = chains[chain(key.xid)]; reply != null; reply = reply.next)
      if (reply.key.is(key) && reply.length <= room) {
        System.arraycopy(reply.bytes, 0, out, start, reply.length);
        return reply.length;
      }
    for (int i = 0; i < underWay.size(); i++)
      if (underWay.get(i).is(key))
        return UNDER_WAY;
    underWay.add(key);
    return NEW;
  }

  /* The call will be performed if it comes again. */
  synchronized void forget(CallKey key) {
    for (int i = underWay.size() - 1; i >= 0; i--)
      if (underWay.get(i) == key)
        underWay.remove(i);
  }

  /* The call has the reply from[start .. start + length). */
  synchronized void keep(CallKey key, byte[] from, int start, int length) {
    forget(key);
    if (length > MOST_BYTES)
      return;
    Reply reply = slots[oldest];
    if (reply == null)
      reply = slots[oldest] = new Reply();
    else
      unchain(reply);
    oldest = (oldest + 1) % SLOTS;
    reply.key.set(key);
    reply.length = length;
    System.arraycopy(from, start, reply.bytes, 0, length);
    reply.next = chains[chain(key.xid)];
    chains[chain(key.xid)] = reply;
  }

  private void unchain(Reply gone) {
    int chain = chain(gone.key.xid);
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
