/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A port at which objects are offered. One thread takes what comes; calls that are whole go to workers, of which there are as
 * many as calls wait for others, so that what a method calls may call back. What a peer can make it keep is bounded: channels,
 * workers, bytes. */
package jx.rmi;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import jx.mem.BigEndian;
import jx.prof.MessageLog;
import jx.sockets.Sockets;

final class Listener extends Thread {
  private static final int MOST_CHANNELS = 1024;
  private static final int MOST_WORKERS = 256;
  private static final long MOST_BYTES = 64 << 20;
  private static final int FIRST_ROOM = 2048;
  private static final int LOOPBACK_NET = 127;

  private static final byte[] NO_BYTES = new byte[0];

  private static volatile long heard = Long.MIN_VALUE;  /* System.nanoTime() of another machine's last message */
  private static long lastId = System.nanoTime() * 0x9e3779b97f4a7c15L;

  private final class Worker extends Thread {
    private final Message out = new Message();
    private final DatagramPacket packet = new DatagramPacket(out.bytes, 0);

    Worker(int number) {
      super("RMI-worker-" + number);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (true) {
        perform(takeReady());
        isIdle();
      }
    }

    private void perform(Incoming channel) {
      byte[] reply = NO_BYTES;                      /* memory is out: the caller finds that the reply has no header */
      try {
        tell(channel, 0, channel.lastLength);
        reply = Dispatcher.perform(localPort, channel.request, channel.received, channel.address);
      } catch (Throwable e) {
        /* said by the reply */
      }
      int xid;
      int program;
      int procedure;
      synchronized (Listener.this) {
        xid = channel.xid;
        program = channel.program;
        procedure = channel.procedure;
        reply = keep(channel, reply);
        out.reply(xid, Message.DONE);
        out.part(reply, reply.length, 0);
      }
      try {
        tell(channel, xid, program, procedure, MessageLog.SENT | MessageLog.REPLY, out.length);
        send(packet, out, channel.address, channel.port);
      } catch (Throwable e) {
        /* memory is out: the caller asks again */
      }
    }
  }

  private final DatagramSocket socket;
  private final int localPort;
  private final Message in = new Message();
  private final Message out = new Message();
  private final DatagramPacket packet = new DatagramPacket(in.bytes, in.bytes.length);
  private final DatagramPacket answer = new DatagramPacket(out.bytes, 0);

  /* Under the monitor. */
  private final HashMap<Long, Incoming> channels = new HashMap<>();
  private final ArrayDeque<Incoming> ready = new ArrayDeque<>();
  private int workers;
  private int idle;         /* workers that perform nothing */
  private long held;        /* bytes of all channels */

  /* 0: at any port. */
  Listener(int port) throws SocketException {
    super("RMI-listener");
    setDaemon(true);
    socket = new DatagramSocket(port);
    localPort = socket.getLocalPort();
    start();
  }

  int port() {
    return localPort;
  }

  /* For how long no other machine has asked for anything. */
  static long quietMillis() {
    return heard == Long.MIN_VALUE ? Long.MAX_VALUE : (System.nanoTime() - heard) / 1_000_000;
  }

  @Override
  public void run() {
    while (true)
      try {
        packet.setLength(in.bytes.length);
        socket.receive(packet);
        in.length = packet.getLength();
        if (in.isCall() && packet.getPort() != 0)
          take(BigEndian.get32(packet.getAddress().getAddress(), 0), packet.getPort());
      } catch (IOException | OutOfMemoryError e) {
        /* The caller sends it again. */
      }
  }

  private synchronized Incoming takeReady() {
    while (ready.isEmpty())
      try {
        wait();
      } catch (InterruptedException e) {
        /* A method has interrupted the thread that performed it. */
      }
    idle--;
    return ready.remove();
  }

  private synchronized void isIdle() {
    idle++;
  }

  /* Is there a worker for one more call? Otherwise makes one, if there may be one more. */
  private boolean hasWorker() {
    if (idle > ready.size())
      return true;
    if (workers >= MOST_WORKERS)
      return false;
    new Worker(workers + 1).start();
    workers++;
    idle++;
    return true;
  }

  /* The call has been performed: returns the reply that is kept, which is empty where all channels would hold too much. */
  private byte[] keep(Incoming channel, byte[] reply) {
    held -= channel.size();
    channel.request = null;
    channel.reply = NO_BYTES;
    byte[] kept = makeRoom(channel, reply.length) ? reply : NO_BYTES;
    channel.reply = kept;
    held += kept.length;
    channel.state = Incoming.DONE;
    return kept;
  }

  /* ---- what comes ---- */

  private void take(int address, int port) {
    int start = Message.callStart();
    boolean answered;
    if (address >>> 24 != LOOPBACK_NET && address != Sockets.address())
      heard = System.nanoTime();
    synchronized (this) {
      answered = answer(in.at(start), in.wideAt(start + 4), in.at(start + 12), address, port);
    }
    if (answered)
      send(answer, out, address, port);
  }

  /* Writes the reply to `out'; false: there is none. */
  private boolean answer(int what, long id, int number, int address, int port) {
    if (what == Message.OPEN)
      return open(address, port);
    Incoming channel = channels.get(id);
    if (channel != null && (channel.address != address || channel.port != port))
      channel = null;
    if (what == Message.CLOSE) {
      if (channel != null && channel.state != Incoming.WORKING)
        forget(channel);
      return false;
    }
    if (channel == null || what != Message.CALL && what != Message.FETCH) {
      out.reply(in.xid(), Message.UNKNOWN);
      return true;
    }
    channel.used = System.nanoTime();
    return what == Message.CALL ? takePart(channel, number) : fetch(channel, number);
  }

  private boolean open(int address, int port) {
    Incoming opened = null;
    for (Incoming channel : channels.values())
      if (channel.address == address && channel.port == port && channel.number == 0)
        opened = channel;
    if (opened == null && channels.size() >= MOST_CHANNELS && !forgetOldest(0, null)) {
      out.reply(in.xid(), Message.REFUSED);
      return true;
    }
    if (opened == null) {
      lastId = lastId * 0x5851f42d4c957f2dL + System.nanoTime();
      opened = new Incoming(lastId, address, port);
      channels.put(lastId, opened);
    }
    opened.used = System.nanoTime();
    out.reply(in.xid(), Message.OPENED);
    out.channel(opened.id);
    return true;
  }

  private void forget(Incoming channel) {
    channels.remove(channel.id);
    held -= channel.size();
  }

  /* Of those that hold so many bytes, and are not `but', and whose call is not being performed. */
  private boolean forgetOldest(int bytes, Incoming but) {
    Incoming oldest = null;
    for (Incoming channel : channels.values())
      if (channel.state != Incoming.WORKING && channel != but && channel.size() >= bytes && (oldest == null || channel.used - oldest.used < 0))
        oldest = channel;
    if (oldest != null)
      forget(oldest);
    return oldest != null;
  }

  /* Forgets others until `channel' may hold so many bytes more; false: it may not. */
  private boolean makeRoom(Incoming channel, int bytes) {
    while (held + bytes > MOST_BYTES)
      if (!forgetOldest(1, channel))
        return false;
    return true;
  }

  /* The caller finds that the call is not known, where this message or the one before comes to it too late. */
  private boolean refuse(Incoming channel) {
    forget(channel);
    out.reply(in.xid(), Message.REFUSED);
    return true;
  }

  /* A part of call `number': a new call begins where the last one has been answered. */
  private boolean takePart(Incoming channel, int number) {
    int place = Message.callStart() + 16;
    if (!in.hasPart(place) || number - channel.number < 0)
      return false;
    int total = in.at(place);
    if (number != channel.number) {
      if (number != channel.number + 1 || channel.state == Incoming.WORKING)
        return false;
      held -= channel.size();
      channel.number = number;
      channel.state = Incoming.RECEIVING;
      channel.reply = NO_BYTES;
      channel.request = NO_BYTES;
      channel.received = 0;
    }
    if (channel.state != Incoming.RECEIVING)
      return again(channel);
    if (total > Message.MOST_CALL)
      return refuse(channel);
    return addPart(channel, total, in.at(place + 4), in.at(place + 8), place + 12);
  }

  private boolean addPart(Incoming channel, int total, int offset, int count, int from) {
    if (offset == channel.received) {
      if (offset + count > channel.request.length) {
        int room = Math.min(total, Math.max(FIRST_ROOM, 2 * (offset + count)));
        if (!makeRoom(channel, room - channel.request.length))
          return refuse(channel);
        byte[] grown = Arrays.copyOf(channel.request, room);
        held += grown.length - channel.request.length;
        channel.request = grown;
      }
      System.arraycopy(in.bytes, from, channel.request, offset, count);
      channel.received += count;
    }
    if (channel.received < total || offset + count != total) {
      out.reply(in.xid(), Message.MORE);
      out.number(channel.received);
      return true;
    }
    if (!hasWorker())
      return refuse(channel);
    ready.add(channel);
    channel.state = Incoming.WORKING;
    channel.xid = in.xid();
    channel.lastLength = in.length;
    channel.program = in.at(12);
    channel.procedure = in.at(20);
    notify();
    return false;
  }

  /* The call has come before: it is not performed again. */
  private boolean again(Incoming channel) {
    if (channel.xid == in.xid())
      tell(channel, MessageLog.AGAIN, in.length);
    if (channel.state == Incoming.WORKING) {
      out.reply(in.xid(), Message.WORKING);
      return true;
    }
    out.reply(in.xid(), Message.DONE);
    out.part(channel.reply, channel.reply.length, 0);
    if (channel.xid == in.xid())
      tell(channel, MessageLog.SENT | MessageLog.REPLY | MessageLog.AGAIN, out.length);
    return true;
  }

  private boolean fetch(Incoming channel, int number) {
    int place = Message.callStart() + 16;
    if (number != channel.number || channel.state != Incoming.DONE || in.length < place + 4 || in.at(place) < 0
        || in.at(place) > channel.reply.length) {
      out.reply(in.xid(), Message.UNKNOWN);
      return true;
    }
    out.reply(in.xid(), Message.DONE);
    out.part(channel.reply, channel.reply.length, in.at(place));
    return true;
  }

  /* ---- what goes ---- */

  private void send(DatagramPacket packet, Message message, int address, int port) {
    try {
      packet.setLength(message.length);
      packet.setAddress(InetAddress.getByName(Reference.host(address)));
      packet.setPort(port);
      socket.send(packet);
    } catch (IOException e) {
      /* It is as if it had been lost: the caller asks again. */
    }
  }

  private void tell(Incoming channel, int flags, int length) {
    tell(channel, channel.xid, channel.program, channel.procedure, flags, length);
  }

  private void tell(Incoming channel, int xid, int program, int procedure, int flags, int length) {
    if (MessageLog.isOn())
      MessageLog.log(MessageLog.RPC, flags, Sockets.address(), localPort, channel.address, channel.port,
        program, procedure, xid & 0xffffffffL, length);
  }
}
