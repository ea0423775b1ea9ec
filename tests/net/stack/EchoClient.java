/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sends datagrams to a UDP echo on this machine and compares what comes back, on the JDK. A datagram that gets lost
 * is sent again, twice; what comes back late is told from the rest by its first four bytes. Arguments: the port, then
 * a size each. Prints what went wrong; exit status 1 then. */
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Random;

final class EchoClient {
  private static final int TRIES = 3;
  private static final int PATIENCE_MS = 3000;

  private final DatagramSocket socket = new DatagramSocket();
  private final byte[] received = new byte[65536];

  private EchoClient(int port) throws IOException {
    socket.connect(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MS);
  }

  public static void main(String[] args) throws IOException {
    EchoClient client = new EchoClient(Integer.parseInt(args[0]));
    Random random = new Random(1);
    boolean right = true;
    for (int i = 1; i < args.length; i++) {
      byte[] data = new byte[Integer.parseInt(args[i])];
      random.nextBytes(data);
      String trouble = client.echo(data);
      if (trouble != null)
        System.out.println(data.length + " bytes: " + trouble);
      right &= trouble == null;
    }
    System.exit(right ? 0 : 1);
  }

  /* null, or what went wrong. */
  private String echo(byte[] data) throws IOException {
    for (int i = 0; i < TRIES; i++) {
      socket.send(new DatagramPacket(data, data.length));
      try {
        byte[] back = receive(data);
        return Arrays.equals(back, data) ? null : "what comes back differs";
      } catch (SocketTimeoutException e) {
        continue;
      }
    }
    return "nothing comes back";
  }

  private byte[] receive(byte[] data) throws IOException {
    for (;;) {
      DatagramPacket packet = new DatagramPacket(received, received.length);
      socket.receive(packet);
      int known = Math.min(4, data.length);
      byte[] back = Arrays.copyOf(received, packet.getLength());
      if (back.length >= known && Arrays.equals(back, 0, known, data, 0, known))
        return back;
    }
  }
}
