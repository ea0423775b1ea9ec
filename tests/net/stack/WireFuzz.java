/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The fuzzer's frames, on the wire of a machine in QEMU (-netdev dgram: a UDP datagram is a frame). The machine may
 * lose frames, its card has little memory; but it must answer afterwards. Runs on the JDK. Arguments: the port that
 * QEMU listens at, the one that it sends to, how many frames, a seed. Prints what went wrong; exit status 1 then. */
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

final class WireFuzz {
  private static final int BURST = 8;              /* frames, which the card has room for */
  private static final int ROUNDS = 50;
  private static final int PATIENCE_MS = 200;

  private final DatagramSocket socket;
  private final int port;
  private final byte[] received = new byte[2000];

  private WireFuzz(int port, int localPort) throws IOException {
    this.port = port;
    socket = new DatagramSocket(localPort, InetAddress.getLoopbackAddress());
  }

  public static void main(String[] args) throws IOException {
    WireFuzz wire = new WireFuzz(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    int count = Integer.parseInt(args[2]);
    long seed = Long.parseLong(args[3]);
    if (!wire.answers(seed)) {
      System.out.println("the machine does not answer");
      System.exit(1);
    }
    Fuzz fuzz = new Fuzz(seed);
    for (int i = 0; i < count; i += BURST)
      wire.burst(fuzz);
    if (!wire.answers(seed + 1)) {
      System.out.println("the machine does not answer any more");
      System.exit(1);
    }
  }

  private void send(byte[] frame) throws IOException {
    if (frame.length > 0)
      socket.send(new DatagramPacket(frame, frame.length, InetAddress.getLoopbackAddress(), port));
  }

  /* The next frame from the machine; null when none comes in time. */
  private byte[] receive(int millis) throws IOException {
    DatagramPacket packet = new DatagramPacket(received, received.length);
    socket.setSoTimeout(millis);
    try {
      socket.receive(packet);
    } catch (SocketTimeoutException e) {
      return null;
    }
    return Arrays.copyOf(received, packet.getLength());
  }

  /* Waits for an answer to something that is right, so that the machine keeps up. */
  private void burst(Fuzz fuzz) throws IOException {
    for (int i = 0; i < BURST; i++)
      send(fuzz.frame());
    send(Packets.arp(Packets.EVERYBODY, 1, Packets.OUR_IP, Packets.THEIR_IP));
    byte[] frame;
    do
      frame = receive(PATIENCE_MS);
    while (frame != null && Packets.number(frame, 12, 2) != Packets.ARP);
  }

  private boolean answers(long seed) throws IOException {
    byte[] data = Packets.random(new Random(seed), 1000);
    for (int i = 0; i < ROUNDS; i++) {
      send(Packets.arp(Packets.OURS, 2, Packets.OUR_IP, Packets.THEIR_IP));
      send(Packets.datagram(Bench.PORT, data));
      for (byte[] frame = receive(PATIENCE_MS); frame != null; frame = receive(PATIENCE_MS))
        if (isEcho(frame, data))
          return true;
    }
    return false;
  }

  private static boolean isEcho(byte[] frame, byte[] data) {
    try {
      return Arrays.equals(Packets.data(List.of(frame)), data);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
