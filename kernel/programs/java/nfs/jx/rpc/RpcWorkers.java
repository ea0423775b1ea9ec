/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads that answer the calls that come to one port: a procedure may then wait, for another machine, say, while
 * others are performed, which in the packet thread would stop the network. A call that comes again while a thread is
 * at work on it gets no second one, where it must be performed only once. */
package jx.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import jx.mem.BigEndian;
import jx.net.Datagram;

public final class RpcWorkers implements Closeable {
  private static final int MOST_BYTES = 65507;       /* of a UDP payload */

  private final class Worker extends Thread {
    final RpcServer lane;
    private final Datagram in = new Datagram();
    private final Datagram out = new Datagram();
    private final DatagramPacket packet = new DatagramPacket(new byte[MOST_BYTES], MOST_BYTES);
    private final DatagramPacket reply = new DatagramPacket(new byte[MOST_BYTES], MOST_BYTES);

    Worker(RpcServer lane, int number) {
      super("RPC-worker-" + number);
      this.lane = lane;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!socket.isClosed())
        try {
          answerOne();
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
          if (!socket.isClosed())
            fault(e);
        }
    }

    private void answerOne() throws IOException {
      packet.setLength(MOST_BYTES);
      socket.receive(packet);
      in.buffer = packet.getData();
      in.length = packet.getLength();
      in.address = BigEndian.get32(packet.getAddress().getAddress(), 0);
      in.port = packet.getPort();
      in.localAddress = address;
      in.localPort = port;
      out.buffer = reply.getData();
      out.length = MOST_BYTES;
      int length = lane.handle(in, out);
      if (length > 0 && in.port != 0) {
        reply.setLength(length);
        reply.setAddress(packet.getAddress());
        reply.setPort(in.port);
        socket.send(reply);
      }
    }
  }

  private final DatagramSocket socket;
  private final int address;
  private final int port;
  private final Worker[] workers;
  private long faults;
  private Throwable lastFault;

  /* `threads' that answer calls of the programs that `server' has at `port', 1 to 65535. SocketException: the port is
   * taken. */
  public RpcWorkers(RpcServer server, int port, int threads) throws IOException {
    this.port = port;
    socket = new DatagramSocket(port);
    address = BigEndian.get32(InetAddress.getLocalHost().getAddress(), 0);
    workers = new Worker[threads];
    for (int i = 0; i < threads; i++)
      workers[i] = new Worker(server.lane(), i);
    for (Worker worker : workers)
      worker.start();
  }

  private synchronized void fault(Throwable e) {
    faults++;
    lastFault = e;
  }

  /* As of RpcServer, of all threads together. */
  public long calls() {
    long sum = 0;
    for (Worker worker : workers)
      sum += worker.lane.calls;
    return sum;
  }

  public long repeated() {
    long sum = 0;
    for (Worker worker : workers)
      sum += worker.lane.repeated;
    return sum;
  }

  public long malformed() {
    long sum = 0;
    for (Worker worker : workers)
      sum += worker.lane.malformed;
    return sum;
  }

  /* What failed by an exception, a procedure or the sending of a reply. */
  public synchronized long faults() {
    long sum = faults;
    for (Worker worker : workers)
      sum += worker.lane.faults;
    return sum;
  }

  /* null: there was none. */
  public synchronized Throwable lastFault() {
    Throwable last = lastFault;
    for (Worker worker : workers)
      if (last == null)
        last = worker.lane.lastFault();
    return last;
  }

  /* Its port is free; calls under way end without a reply. */
  @Override
  public void close() {
    socket.close();
  }
}
