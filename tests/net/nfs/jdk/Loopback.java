/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The server behind sockets of the JDK, on 127.0.0.1, for clients that nobody here wrote.
 *
 * Loopback TAR RECORDING PORTMAP MOUNT NFS: serves TAR at these ports (0: any free one), and prints the ports; at
 * the end of its input it prints what it counted, and ends. Calls are written to RECORDING, in the order in which
 * they were handled. */
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Paths;
import jx.net.Datagram;
import jx.nfs.NfsServer;

public final class Loopback {
  private static final int MOST_BYTES = 65536;

  private final Machine machine;
  private final OutputStream recording;

  private Loopback(byte[] tar, OutputStream recording) throws IOException {
    machine = new Machine(tar, 64 << 20);
    this.recording = recording;
    Recording.begin(recording, tar);
  }

  public static void main(String[] args) throws IOException {
    try (OutputStream recording = new BufferedOutputStream(Files.newOutputStream(Paths.get(args[1])))) {
      Loopback loopback = new Loopback(Files.readAllBytes(Paths.get(args[0])), recording);
      int[] wanted = { Integer.parseInt(args[2]), Integer.parseInt(args[4]), Integer.parseInt(args[3]) };
      int[] got = new int[wanted.length];
      for (int i = 0; i < wanted.length; i++)
        got[i] = loopback.open(wanted[i], NfsServer.PORTS[i]);
      System.out.println("ports " + got[0] + " " + got[2] + " " + got[1]);
      while (System.in.read() >= 0)
        continue;
      synchronized (loopback) {
        loopback.machine.report();
        recording.flush();
        System.out.flush();
        Runtime.getRuntime().halt(0);
      }
    }
  }

  private int open(int port, int servedPort) throws IOException {
    DatagramSocket socket = new DatagramSocket(port, InetAddress.getByName("127.0.0.1"));
    Thread thread = new Thread(() -> serve(socket, servedPort), "port " + servedPort);
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }

  private void serve(DatagramSocket socket, int servedPort) {
    DatagramPacket packet = new DatagramPacket(new byte[MOST_BYTES], MOST_BYTES);
    Datagram call = new Datagram();
    call.localPort = servedPort;
    try {
      while (true) {
        packet.setLength(MOST_BYTES);
        socket.receive(packet);
        byte[] address = packet.getAddress().getAddress();
        call.address = address[0] << 24 | (address[1] & 0xff) << 16 | (address[2] & 0xff) << 8 | address[3] & 0xff;
        call.port = packet.getPort();
        call.buffer = packet.getData();
        call.offset = packet.getOffset();
        call.length = packet.getLength();
        answer(socket, packet, call);
      }
    } catch (IOException e) {
      System.out.println("wrong: " + e);
    }
  }

  private synchronized void answer(DatagramSocket socket, DatagramPacket from, Datagram call) throws IOException {
    Recording.add(recording, call);
    int length = machine.handle(call);
    if (length > 0)
      socket.send(new DatagramPacket(machine.reply.buffer, length, from.getSocketAddress()));
  }
}
