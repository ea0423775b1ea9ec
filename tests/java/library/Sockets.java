/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sockets within one machine: what comes in which order, time-outs, what closes whom, what is refused. Messages of
 * exceptions that say no more than the system below the JDK are left out. */
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

public class Sockets {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private interface Act {
    void run() throws Exception;
  }

  /* What it throws, by its class. */
  private static void thrown(String name, Act act) {
    String what = "nothing";
    try {
      act.run();
    } catch (Exception e) {
      what = e.getClass().getName();
    }
    System.out.println(name + " throws " + what);
  }

  private static void addresses() throws IOException {
    System.out.println(HERE + " " + InetAddress.getByName("10.77.0.255") + " " + InetAddress.getByName(null));
    System.out.println(InetAddress.getByName("127.0.0.1").equals(HERE) + " " + HERE.hashCode());
    InetAddress named = InetAddress.getByAddress("node", new byte[] {10, (byte) 200, 0, -1});
    System.out.println(named + " " + named.getHostName() + " " + named.getHostAddress() + " " + named.hashCode() + " "
      + named.getAddress()[3]);
    for (String text : new String[] {"127.3.2.1", "224.0.0.1", "169.254.1.1", "172.31.0.1", "172.32.0.1", "0.0.0.0"}) {
      InetAddress a = InetAddress.getByName(text);
      System.out.println(a.getHostAddress() + " " + a.isLoopbackAddress() + a.isMulticastAddress()
        + a.isLinkLocalAddress() + a.isSiteLocalAddress() + a.isAnyLocalAddress());
    }
    InetSocketAddress one = new InetSocketAddress(HERE, 80);
    InetSocketAddress none = InetSocketAddress.createUnresolved("some.where", 9);
    System.out.println(one + " " + one.getHostString() + " " + one.equals(new InetSocketAddress("127.0.0.1", 80)) + " "
      + one.equals(none) + " " + one.hashCode());
    System.out.println(none + " " + none.isUnresolved() + " " + none.getHostName() + " " + none.getPort() + " "
      + none.equals(InetSocketAddress.createUnresolved("SOME.where", 9)) + " " + none.hashCode());
    System.out.println(new InetSocketAddress(7) + " " + new InetSocketAddress((InetAddress) null, 8));
    thrown("a port too high", () -> new InetSocketAddress(HERE, 65536));
    thrown("no host", () -> new InetSocketAddress((String) null, 1));
    thrown("five bytes", () -> InetAddress.getByAddress(new byte[5]));
    thrown("a name that nobody has", () -> InetAddress.getByName("no-such-host.invalid"));
  }

  private static void packets() throws IOException {
    byte[] bytes = new byte[10];
    DatagramPacket packet = new DatagramPacket(bytes, 2, 5);
    System.out.println(packet.getOffset() + " " + packet.getLength() + " " + packet.getPort() + " "
      + packet.getAddress());
    packet.setLength(8);
    packet.setSocketAddress(new InetSocketAddress(HERE, 99));
    System.out.println(packet.getLength() + " " + packet.getSocketAddress());
    thrown("a length too long", () -> packet.setLength(9));
    thrown("a negative offset", () -> packet.setData(bytes, -1, 3));
    thrown("an end beyond the array", () -> new DatagramPacket(bytes, 6, 5));
    thrown("an overflow", () -> packet.setData(bytes, 5, Integer.MAX_VALUE));
    thrown("a port too high in a packet", () -> packet.setPort(70000));
    thrown("an address without an address", () -> packet.setSocketAddress(InetSocketAddress.createUnresolved("x", 1)));
  }

  private static DatagramPacket to(DatagramSocket socket, byte[] bytes) {
    return new DatagramPacket(bytes, bytes.length, HERE, socket.getLocalPort());
  }

  /* Datagrams of all sizes arrive as they are, in their order, the sender's port with them. */
  private static void sizes() throws IOException {
    Random random = new Random(5);
    try (DatagramSocket one = new DatagramSocket(); DatagramSocket other = new DatagramSocket(0, HERE)) {
      DatagramPacket in = new DatagramPacket(new byte[70000], 70000);
      for (int length : new int[] {0, 1, 2, 511, 512, 1472, 1473, 8192, 20000, 65506, 65507}) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        one.send(to(other, bytes));
        in.setLength(70000);
        other.receive(in);
        boolean same = in.getLength() == length;
        for (int i = 0; same && i < length; i++)
          same = in.getData()[i] == bytes[i];
        System.out.println(length + " " + same + " " + (in.getPort() == one.getLocalPort()) + " " + in.getAddress());
      }
      thrown("65508 bytes", () -> one.send(to(other, new byte[65508])));
      for (int i = 0; i < 20; i++)
        one.send(to(other, new byte[] {(byte) i}));
      StringBuilder order = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        other.receive(in);
        order.append(in.getData()[0]).append(' ');
      }
      System.out.println(order);
    }
  }

  /* A packet without room for all gets the beginning, and the room of the next is what it was. */
  private static void shortRoom() throws IOException {
    try (DatagramSocket one = new DatagramSocket(); DatagramSocket other = new DatagramSocket(0, HERE)) {
      DatagramPacket in = new DatagramPacket(new byte[10], 3, 4);
      for (int i = 1; i < 7; i++) {
        byte[] bytes = new byte[i];
        bytes[i - 1] = (byte) i;
        one.send(to(other, bytes));
        other.receive(in);
        System.out.println(in.getLength() + " " + in.getData()[3] + in.getData()[4] + in.getData()[5] + in.getData()[6]
          + in.getData()[7]);
      }
    }
  }

  private static void timeOuts() throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      DatagramPacket in = new DatagramPacket(new byte[1], 1);
      socket.setSoTimeout(60);
      long begun = System.nanoTime();
      try {
        socket.receive(in);
        System.out.println("something has come");
      } catch (SocketTimeoutException e) {
        System.out.println(e.getMessage() + " " + (System.nanoTime() - begun >= 59_000_000L));
      }
      System.out.println(socket.getSoTimeout() + " " + socket.isClosed());
      thrown("a negative time", () -> socket.setSoTimeout(-1));
    }
  }

  /* close() wakes who waits; the port is free again; a closed socket does nothing. */
  private static void closing() throws Exception {
    DatagramSocket socket = new DatagramSocket(0, HERE);
    int port = socket.getLocalPort();
    CountDownLatch begun = new CountDownLatch(1);
    String[] said = new String[1];
    Thread waiter = new Thread(() -> {
      begun.countDown();
      try {
        socket.receive(new DatagramPacket(new byte[1], 1));
        said[0] = "something has come";
      } catch (IOException e) {
        said[0] = e.getClass().getName();
      }
    });
    waiter.start();
    begun.await();
    Thread.sleep(30);
    socket.close();
    waiter.join();
    System.out.println(said[0] + " " + socket.isClosed() + " " + socket.getLocalPort() + " "
      + socket.getLocalAddress());
    thrown("a send after the end", () -> socket.send(new DatagramPacket(new byte[1], 1, HERE, port)));
    thrown("a time-out after the end", () -> socket.setSoTimeout(1));
    thrown("a receive after the end", () -> socket.receive(new DatagramPacket(new byte[1], 1)));
    socket.close();
    new DatagramSocket(port, HERE).close();
    System.out.println("the port is free");
  }

  private static void ports() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0, HERE)) {
      int port = socket.getLocalPort();
      System.out.println((port > 0) + " " + socket.isBound() + " " + socket.getLocalAddress() + " "
        + socket.getLocalSocketAddress().equals(new InetSocketAddress(HERE, port)));
      thrown("a port twice", () -> new DatagramSocket(port, HERE));
      thrown("a port of all addresses", () -> new DatagramSocket(port));
      thrown("bound twice", () -> socket.bind(null));
      thrown("an address of others", () -> new DatagramSocket(0, InetAddress.getByName("192.0.2.1")));
      thrown("port 65536", () -> new DatagramSocket(65536));
      thrown("port 0", () -> socket.send(new DatagramPacket(new byte[1], 1, HERE, 0)));
      thrown("to nobody", () -> socket.send(new DatagramPacket(new byte[1], 1)));
    }
    DatagramSocket unbound = new DatagramSocket((SocketAddress) null);
    System.out.println(unbound.isBound() + " " + unbound.getLocalPort() + " " + unbound.getLocalSocketAddress());
    unbound.bind(null);
    System.out.println(unbound.isBound() + " " + (unbound.getLocalPort() > 0));
    unbound.close();
  }

  /* A connected socket hears its peer alone. */
  private static void connected() throws IOException {
    try (DatagramSocket one = new DatagramSocket(0, HERE); DatagramSocket other = new DatagramSocket(0, HERE);
         DatagramSocket third = new DatagramSocket(0, HERE)) {
      third.send(to(one, new byte[] {3}));
      one.connect(HERE, other.getLocalPort());
      System.out.println(one.isConnected() + " " + one.getInetAddress() + " " + (one.getPort() == other.getLocalPort())
        + " " + one.getRemoteSocketAddress().equals(other.getLocalSocketAddress()));
      third.send(to(one, new byte[] {4}));
      one.send(new DatagramPacket(new byte[] {9}, 1));
      DatagramPacket in = new DatagramPacket(new byte[8], 8);
      other.receive(in);
      System.out.println(in.getData()[0]);
      other.send(to(one, new byte[] {5}));
      one.receive(in);
      System.out.println(in.getData()[0] + " " + in.getLength());
      thrown("a packet to another one", () -> one.send(to(third, new byte[1])));
      one.disconnect();
      System.out.println(one.isConnected() + " " + one.getInetAddress() + " " + one.getPort());
      third.send(to(one, new byte[] {6}));
      one.receive(in);
      System.out.println(in.getData()[0]);
      thrown("connected to nobody", () -> one.connect((SocketAddress) null));
      thrown("connected to no address", () -> one.connect(InetSocketAddress.createUnresolved("x", 1)));
    }
  }

  /* Several threads ask one server, each on its own socket: each gets its own answers. */
  private static void several() throws Exception {
    try (DatagramSocket server = new DatagramSocket(0, HERE)) {
      Thread answering = new Thread(() -> {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        try {
          for (;;) {
            packet.setLength(100);
            server.receive(packet);
            packet.getData()[0]++;
            server.send(packet);
          }
        } catch (SocketException e) {
          System.out.println("the server ends");
        } catch (IOException e) {
          System.out.println("the server fails: " + e);
        }
      });
      answering.start();
      int[] right = new int[4];
      Thread[] askers = new Thread[4];
      for (int t = 0; t < 4; t++) {
        int number = t;
        askers[t] = new Thread(() -> right[number] = ask(server, number));
        askers[t].start();
      }
      for (Thread asker : askers)
        asker.join();
      for (int count : right)
        System.out.println(count + " answers");
      server.close();
      answering.join();
    }
  }

  private static int ask(DatagramSocket server, int number) {
    int right = 0;
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setSoTimeout(20_000);
      for (int i = 0; i < 100; i++) {
        socket.send(to(server, new byte[] {(byte) i, (byte) number}));
        DatagramPacket in = new DatagramPacket(new byte[9], 9);
        socket.receive(in);
        if (in.getLength() == 2 && in.getData()[0] == (byte) (i + 1) && in.getData()[1] == number)
          right++;
      }
    } catch (IOException e) {
      System.out.println("asker " + number + " fails: " + e);
    }
    return right;
  }

  public static void main(String[] args) throws Exception {
    addresses();
    packets();
    sizes();
    shortRoom();
    timeOuts();
    closing();
    ports();
    connected();
    several();
    System.out.println(new BindException("b").getMessage() + new UnknownHostException("u") + new SocketException()
      + (new SocketTimeoutException() instanceof java.io.InterruptedIOException));
  }
}
