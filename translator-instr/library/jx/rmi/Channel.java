/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A way to another machine on which one call after the other is made, each performed once at most: calls of a channel are
 * numbered, the other machine performs a number once, and knows no channel that it has not opened itself. What has no
 * reply is sent again. Channels that are free are kept for the next calls to the same place. */
package jx.rmi;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.SocketTimeoutException;
import java.rmi.ConnectException;
import java.rmi.ConnectIOException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;
import java.util.HashMap;
import jx.mem.BigEndian;
import jx.prof.MessageLog;
import jx.sockets.Sockets;

final class Channel {
  private static final int FIRST_MS = 100;
  private static final int LONGEST_MS = 1000;
  private static final long OPEN_MS = 15_000;     /* a machine that is silent for so long is not there */
  private static final long SILENT_MS = 60_000;   /* ... or there no more; while it works on a call it says so */
  private static final int KEPT = 8;              /* free channels to one place */

  private static final HashMap<Reference, ArrayList<Channel>> FREE = new HashMap<>();
  private static int lastXid = (int) System.nanoTime();

  private final Reference place;                  /* of no object */
  private final DatagramSocket socket;
  private final Message out = new Message();
  private final Message in = new Message();
  private final DatagramPacket packet;
  private final DatagramPacket reply = new DatagramPacket(in.bytes, in.bytes.length);
  private long id;
  private int number;
  private boolean again;                          /* the other machine may have had the message that ask() has sent before */

  private Channel(Reference place) throws RemoteException {
    this.place = place;
    String host = Reference.host(place.address);
    if (Sockets.isSilent(place.address, place.port))
      throw new ConnectException("Connection refused to host: " + host, new SocketTimeoutException("no such port"));
    try {
      socket = new DatagramSocket();
      packet = new DatagramPacket(out.bytes, 0, place.inet(), place.port);
      socket.connect(place.inet(), place.port);
    } catch (IOException e) {
      throw new ConnectIOException("Exception creating connection to: " + host, e);
    }
    boolean opened = false;
    try {
      out.call(nextXid(), Message.PROGRAM, Message.OPEN, Message.OPEN, 0, 0);
      if (ask(OPEN_MS, false, 0) != Message.OPENED)
        throw new ConnectIOException("the host refuses connections: " + host);
      id = in.wideAt(Message.replyStart() + 4);
      opened = true;
    } catch (IOException e) {
      throw e instanceof RemoteException ? (RemoteException) e
        : new ConnectException("Connection refused to host: " + host, e);
    } finally {
      if (!opened)
        socket.close();
    }
  }

  private static synchronized int nextXid() {
    return ++lastXid;
  }

  /* ---- free channels ---- */

  private static Channel take(Reference place) throws RemoteException {
    synchronized (FREE) {
      ArrayList<Channel> free = FREE.get(place);
      if (free != null && !free.isEmpty())
        return free.remove(free.size() - 1);
    }
    return new Channel(place);
  }

  private void giveBack() {
    synchronized (FREE) {
      ArrayList<Channel> free = FREE.get(place);
      if (free == null)
        FREE.put(place, free = new ArrayList<>());
      if (free.size() < KEPT) {
        free.add(this);
        return;
      }
    }
    close();
  }

  /* The other machine is told once; where it does not hear that, it forgets the channel later by itself. */
  private void close() {
    try {
      out.call(nextXid(), Message.PROGRAM, Message.CLOSE, Message.CLOSE, id, number);
      packet.setLength(out.length);
      socket.send(packet);
    } catch (IOException e) {
      /* it forgets the channel later */
    }
    socket.close();
  }

  /* ---- calls ---- */

  /* Has the method performed that has this hash, and returns the bytes of its reply. */
  static byte[] call(Reference object, long hash, byte[] request) throws RemoteException {
    if (request.length > Message.MOST_CALL)
      throw new MarshalException("the arguments take " + request.length + " bytes: more than " + Message.MOST_CALL);
    Reference place = new Reference(object.address, object.port, 0);
    Channel channel = take(place);
    boolean known = channel.number > 0;
    byte[] answer = null;
    try {
      answer = channel.perform(object.number, hash, request);
      if (answer == null && known) {              /* the machine has forgotten this one: it has performed nothing */
        channel.socket.close();
        channel = new Channel(place);
        answer = channel.perform(object.number, hash, request);
      }
    } finally {
      if (answer != null)
        channel.giveBack();
      else
        channel.socket.close();
    }
    if (answer == null)
      throw new UnmarshalException("the host " + Reference.host(object.address) + " does not know of the call any more");
    return answer;
  }

  /* null: the other machine does not know the channel, and has not performed the call: its last part has been sent once
   * at most. */
  private byte[] perform(long object, long hash, byte[] request) throws RemoteException {
    number++;
    try {
      int begin = 0;
      while (true) {
        boolean last = request.length - begin <= Message.PART;
        int program = last ? Message.program(object) : Message.PROGRAM;
        out.call(nextXid(), program, last ? Message.procedure(hash) : Message.CALL, Message.CALL, id, number);
        int next = out.part(request, request.length, begin);
        switch (ask(SILENT_MS, last, program)) {
          case Message.MORE:
            if (last || in.at(Message.replyStart() + 4) != next)
              throw new IOException("the parts of the call have not arrived in their order");
            begin = next;
            break;
          case Message.DONE:
            return rest();
          case Message.UNKNOWN:
            if (!last || !again)
              return null;
            throw new IOException("the host has forgotten the call: it may have been performed");
          default:
            throw new MarshalException("the host refuses the call: it is too long, or there are too many");
        }
      }
    } catch (RemoteException e) {
      throw e;
    } catch (IOException e) {
      throw new UnmarshalException("no reply from host " + Reference.host(place.address), e);
    }
  }

  /* The reply, whose first part has come. */
  private byte[] rest() throws IOException {
    int start = Message.replyStart() + 4;
    int total = in.at(start);
    if (!in.hasPart(start) || in.at(start + 4) != 0 || total > Message.MOST_CALL)
      throw new IOException("a malformed reply");
    byte[] whole = new byte[total];
    int have = copyPart(whole, 0);
    while (have < total) {
      out.call(nextXid(), Message.PROGRAM, Message.FETCH, Message.FETCH, id, number);
      out.number(have);
      if (ask(SILENT_MS, false, 0) != Message.DONE || !in.hasPart(start) || in.at(start) != total
          || in.at(start + 4) != have || in.at(start + 8) == 0)
        throw new IOException("a reply that breaks off");
      have = copyPart(whole, have);
    }
    return whole;
  }

  private int copyPart(byte[] whole, int offset) {
    int count = in.at(Message.replyStart() + 12);
    System.arraycopy(in.bytes, Message.replyStart() + 16, whole, offset, count);
    return offset + count;
  }

  /* ---- datagrams ---- */

  /* Sends the message until it is answered: what the reply says. `silent' milliseconds without any answer are too long.
   * `told': the profiler hears of it, and of its reply. */
  private int ask(long silent, boolean told, int program) throws IOException {
    packet.setLength(out.length);
    long end = System.nanoTime() + silent * 1_000_000;
    int wait = FIRST_MS;
    int flags = MessageLog.SENT;
    again = false;
    while (true) {
      if (told)
        tell(flags, out.length);
      socket.send(packet);
      flags = MessageLog.SENT | MessageLog.AGAIN;
      long now = System.nanoTime();
      if (awaitReply(Math.min(end, now + wait * 1_000_000L))) {
        int what = in.at(Message.replyStart());
        if (what != Message.WORKING) {
          if (told && what == Message.DONE)
            tell(MessageLog.REPLY, in.length);
          return what;
        }
        again = true;
        end = System.nanoTime() + silent * 1_000_000;
        if (awaitResult(System.nanoTime() + LONGEST_MS * 1_000_000L)) {
          if (told)
            tell(MessageLog.REPLY, in.length);
          return in.at(Message.replyStart());
        }
      } else if (System.nanoTime() - end >= 0) {
        throw new SocketTimeoutException("no answer for " + silent + " ms");
      }
      again = true;
      wait = Math.min(2 * wait, LONGEST_MS);
    }
  }

  /* Of a call that is being performed: waits for another reply than that. */
  private boolean awaitResult(long end) throws IOException {
    while (awaitReply(end))
      if (in.at(Message.replyStart()) != Message.WORKING)
        return true;
    return false;
  }

  /* Waits for a reply to what has been sent last. */
  private boolean awaitReply(long end) throws IOException {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      socket.setSoTimeout((int) (left / 1_000_000) + 1);
      reply.setLength(in.bytes.length);
      try {
        socket.receive(reply);
      } catch (SocketTimeoutException e) {
        return false;
      }
      in.length = reply.getLength();
      if (in.isReply() && in.xid() == out.xid())
        return true;
    }
    return false;
  }

  private void tell(int flags, int length) {
    if (MessageLog.isOn())
      MessageLog.log(MessageLog.RPC, flags, BigEndian.get32(socket.getLocalAddress().getAddress(), 0),
        socket.getLocalPort(), place.address, place.port, out.at(12), out.at(20), out.xid() & 0xffffffffL, length);
  }
}
