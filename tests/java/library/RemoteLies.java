/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.rmi with peers that lie: datagrams that are cut, too long in what they claim, out of order, replayed, of other
 * callers' channels, or at random come to a port where an object is offered, and a registry answers with such ones.
 * Behind each of these the next real call works, nothing has been performed that was not asked for, and the caller of
 * the lying registry gets a RemoteException. On the JDK, whose java.rmi is another protocol, the real calls alone are
 * made, and the lines are the same. */
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.Random;

public class RemoteLies {
  /* jx.rmi.Message has these. */
  static final int OPEN = 1, CALL = 2, FETCH = 3, CLOSE = 4;
  static final int OPENED = 1, MORE = 2, WORKING = 3, DONE = 4, UNKNOWN = 5, REFUSED = 6;
  static final int SILENT = -1;
  static final int PROGRAM = 0x20004a52, PART = 1380, MOST_CALL = 16 << 20, HEADER = 40, REPLY = 24;
  static final long COUNT_HASH = 0x540f94cccc259783L; /* of count(I)I, as rmic makes it */
  static final long PATIENCE_MS = 20_000;
  static final boolean OURS = "JX".equals(System.getProperty("java.vendor"));

  interface Counter extends Remote {
    int count(int by) throws RemoteException;
  }

  static class Impl implements Counter {
    private int sum;
    public synchronized int count(int by) { return sum += by; }
  }

  interface Attack {
    void run() throws Exception;
  }

  static Impl impl = new Impl();
  static Counter stub;                    /* through the network, as its registry says */
  static int port;                        /* of the object */
  static long object;                     /* its number */
  static int sum;                         /* what it should have */
  static Random random = new Random(5);
  static int xid = 1;

  static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalStateException(what);
  }

  /* One attack, then a real call. */
  static void one(String name, Attack attack) {
    try {
      if (OURS)
        attack.run();
      sum += 3;
      int now = stub.count(3);
      check(now == sum, "the object has " + now + ", not " + sum);
      System.out.println("ok " + name);
    } catch (Exception e) {
      System.out.println("not ok " + name + " " + e);
    }
  }

  /* ---- a caller that lies ---- */

  static ByteBuffer message(int program, int procedure, int what, long channel, int number, int... more) {
    ByteBuffer b = ByteBuffer.allocate(65000);
    b.putInt(++xid).putInt(0).putInt(2).putInt(program).putInt(1).putInt(procedure).putLong(0).putLong(0);
    b.putInt(what).putLong(channel).putInt(number);
    for (int word : more)
      b.putInt(word);
    return b;
  }

  static ByteBuffer part(long channel, int number, int total, int offset, int count, byte[] bytes) {
    return message(PROGRAM, CALL, CALL, channel, number, total, offset, count).put(bytes);
  }

  static class Liar implements AutoCloseable {
    final DatagramSocket socket = new DatagramSocket();
    ByteBuffer reply;
    long channel;

    Liar() throws IOException {
      socket.connect(InetAddress.getByName("localhost"), port);
      socket.setSoTimeout((int) PATIENCE_MS);
    }

    void send(ByteBuffer message, int length) throws IOException {
      socket.send(new DatagramPacket(message.array(), length));
    }

    void send(ByteBuffer message) throws IOException {
      send(message, message.position());
    }

    void receive() throws IOException {
      DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
      socket.receive(packet);
      reply = ByteBuffer.wrap(Arrays.copyOf(packet.getData(), packet.getLength()));
    }

    /* What the reply to a message says; SILENT: a message that came behind it is answered first. Replies to others
     * before it are passed over. */
    int ask(ByteBuffer message, int length) throws IOException {
      int asked = message.getInt(0);
      send(message, length);
      ByteBuffer behind = message(PROGRAM, FETCH, FETCH, 0, 0, 0);
      int last = behind.getInt(0);
      send(behind);
      int said = SILENT;
      ByteBuffer found = null;
      do {
        receive();
        if (reply.getInt(0) == asked) {
          said = reply.getInt(REPLY);
          found = reply;
        }
      } while (reply.getInt(0) != last);
      reply = found;
      return said;
    }

    int ask(ByteBuffer message) throws IOException {
      return ask(message, message.position());
    }

    void expect(int what, ByteBuffer message) throws IOException {
      int said = ask(message);
      check(said == what, "the reply is " + said + ", not " + what);
    }

    void open() throws IOException {
      expect(OPENED, message(PROGRAM, OPEN, OPEN, 0, 0));
      channel = reply.getLong(REPLY + 4);
    }

    /* Sends the last part of a call until it has been performed; returns the reply's bytes, of the first part. */
    byte[] perform(ByteBuffer message) throws IOException {
      int said = ask(message);
      for (int i = 0; said != DONE; i++) {
        check((said == SILENT || said == WORKING) && i < 100_000, "the reply is " + said);
        Thread.yield();
        said = ask(message);
      }
      return Arrays.copyOfRange(reply.array(), REPLY + 16, REPLY + 16 + reply.getInt(REPLY + 12));
    }

    public void close() {
      socket.close();
    }
  }

  static byte[] bytesOf(long object, long hash, int argument) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeLong(object);
      out.writeLong(hash);
      out.writeInt(argument);
    }
    return bytes.toByteArray();
  }

  static ByteBuffer call(long channel, int number, byte[] bytes) {
    return part(channel, number, bytes.length, 0, bytes.length, bytes);
  }

  static void cut() throws Exception {
    try (Liar liar = new Liar()) {
      liar.open();
      ByteBuffer open = message(PROGRAM, OPEN, OPEN, 0, 0);
      for (int length = 0; length < open.position(); length++)
        check(liar.ask(open, length) == SILENT, "an OPEN of " + length + " bytes is answered");
      ByteBuffer call = call(liar.channel, 1, bytesOf(object, COUNT_HASH, 1000));
      for (int length = HEADER + 16; length < call.position(); length++)
        check(liar.ask(call, length) == SILENT, "a CALL of " + length + " bytes is answered");
    }
  }

  static void headers() throws Exception {
    try (Liar liar = new Liar()) {
      for (int at = 4; at < HEADER; at += 4)
        for (int value : new int[] {1, 3, -1, Integer.MIN_VALUE}) {
          ByteBuffer open = message(PROGRAM, OPEN, OPEN, 0, 0);
          boolean looked = at == 4 || at == 8 || at >= 24; /* program, version, procedure are for observers */
          open.putInt(at, value);
          check(!looked || liar.ask(open) == SILENT, "word " + at + " is " + value);
        }
      for (int what : new int[] {0, 5, 6, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
        liar.expect(UNKNOWN, message(PROGRAM, OPEN, what, 0, 0));
    }
  }

  static void strangers() throws Exception {
    try (Liar owner = new Liar(); Liar thief = new Liar()) {
      owner.open();
      byte[] bytes = bytesOf(object, COUNT_HASH, 1000);
      for (long channel : new long[] {0, -1, 1, owner.channel, ~owner.channel}) {
        thief.expect(UNKNOWN, call(channel, 1, bytes));
        thief.expect(UNKNOWN, message(PROGRAM, FETCH, FETCH, channel, 0, 0));
        thief.expect(SILENT, message(PROGRAM, CLOSE, CLOSE, channel, 0));
      }
      owner.expect(MORE, part(owner.channel, 1, 5000, 0, 4, new byte[4]));
      owner.expect(SILENT, message(PROGRAM, CLOSE, CLOSE, owner.channel, 1));
      owner.expect(UNKNOWN, part(owner.channel, 1, 5000, 4, 4, new byte[4]));
    }
  }

  static void parts() throws Exception {
    int[][] wrong = { /* total, offset, count */
      {-1, 0, 0}, {10, -1, 4}, {10, 0, -1}, {10, 8, 4}, {4, 4, 4}, {PART * 2, 0, PART + 1}, {5000, 0, 1000},
      {Integer.MAX_VALUE, Integer.MAX_VALUE, 4}, {Integer.MIN_VALUE, Integer.MIN_VALUE, 4},
      {10, Integer.MAX_VALUE, Integer.MAX_VALUE}, {Integer.MAX_VALUE, 4, Integer.MAX_VALUE}};
    try (Liar liar = new Liar()) {
      liar.open();
      for (int[] w : wrong)
        liar.expect(SILENT, part(liar.channel, 1, w[0], w[1], w[2], new byte[4]));
      liar.expect(MORE, part(liar.channel, 1, 5000, 1000, 4, new byte[4]));
      check(liar.reply.getInt(REPLY + 4) == 0, "a part that is not the next one was taken");
      for (int i = 0; i < 3; i++) {
        liar.expect(MORE, part(liar.channel, 1, 5000, 0, 4, new byte[4]));
        check(liar.reply.getInt(REPLY + 4) == 4, "a part counts twice");
      }
      liar.expect(MORE, part(liar.channel, 1, 5000, 4, 0, new byte[0]));
      for (int total : new int[] {MOST_CALL + 1, Integer.MAX_VALUE}) {
        liar.expect(REFUSED, part(liar.channel, 1, total, 0, 4, new byte[4]));
        liar.expect(UNKNOWN, part(liar.channel, 1, 5000, 4, 4, new byte[4]));
        liar.open();
      }
    }
  }

  /* Many callers say that they will send as much as may be, and send little. */
  static void claims() throws Exception {
    Liar[] liars = new Liar[100];
    for (int i = 0; i < liars.length; i++) {
      liars[i] = new Liar();
      liars[i].open();
      liars[i].expect(MORE, part(liars[i].channel, 1, MOST_CALL, 0, PART, new byte[PART]));
    }
    for (Liar liar : liars)
      liar.close();
  }

  /* Calls that are to have 16 MiB, of which 6 come, take 11 each: behind 64 MiB the first is forgotten. */
  static void hoard() throws Exception {
    byte[] bytes = new byte[PART];
    try (Liar liar = new Liar()) {
      long first = 0;
      for (int i = 0; i < 7; i++) {
        liar.open();
        first = i == 0 ? liar.channel : first;
        int said = MORE;
        for (int offset = 0; said == MORE && offset < 6 << 20; offset += PART)
          said = liar.ask(part(liar.channel, 1, MOST_CALL, offset, PART, bytes));
        check(said == MORE, "channel " + i + " is answered " + said);
      }
      liar.expect(UNKNOWN, part(first, 1, MOST_CALL, 0, 4, new byte[4]));
    }
  }

  static void numbers() throws Exception {
    byte[] bytes = bytesOf(object, COUNT_HASH, 1);
    try (Liar liar = new Liar()) {
      liar.open();
      for (int number : new int[] {2, 5, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
        liar.expect(SILENT, call(liar.channel, number, bytes));
      byte[] first = liar.perform(call(liar.channel, 1, bytes));
      sum++;
      for (int i = 0; i < 50; i++)                       /* replayed: the same reply, and nothing performed */
        check(Arrays.equals(liar.perform(call(liar.channel, 1, bytes)), first), "a replay has another reply");
      liar.perform(call(liar.channel, 2, bytes));
      sum++;
      liar.expect(SILENT, call(liar.channel, 1, bytes));
      for (int[] w : new int[][] {{2, -1}, {2, 1 << 20}, {2, Integer.MIN_VALUE}, {1, 0}, {3, 0}})
        liar.expect(UNKNOWN, message(PROGRAM, FETCH, FETCH, liar.channel, w[0], w[1]));
      liar.expect(UNKNOWN, message(PROGRAM, FETCH, FETCH, liar.channel, 2));
      liar.expect(DONE, message(PROGRAM, FETCH, FETCH, liar.channel, 2, 4));
    }
  }

  /* Calls that are whole, and whose streams are not what they should be: each is answered. */
  static void streams() throws Exception {
    byte[] right = bytesOf(object, COUNT_HASH, 1000);
    byte[][] wrong = {{}, {1}, Arrays.copyOf(right, 4), Arrays.copyOf(right, 12), bytesOf(object + 1, COUNT_HASH, 1),
      bytesOf(object, 1, 1), Arrays.copyOf(right, right.length - 1),
      tail(right, 0x7a, 0x7f, 0xff, 0xff, 0xff), tail(right, 0x7a, 0xff, 0xff, 0xff, 0xff),
      tail(right, 0x71, 0, 0x7e, 0, 0),
      tail(right, 0x75, 0x72, 0, 2, '[', 'J', 0x78, 0x20, 4, 0xb5, 0x12, 0xb1, 0x75, 0x93, 2, 0, 0, 0x78, 0x70,
        0x7f, 0xff, 0xff, 0xff),
      tail(right, 0x73, 0x72, 0xff, 0xff), tail(right, 0x74, 0xff, 0xff),
      tail(right, 0x7c, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)};
    try (Liar liar = new Liar()) {
      liar.open();
      for (int i = 0; i < wrong.length; i++)
        liar.perform(call(liar.channel, i + 1, wrong[i]));
    }
  }

  /* The head of a call, and such bytes behind it in place of its argument. */
  static byte[] tail(byte[] right, int... bytes) {
    byte[] all = Arrays.copyOf(right, 4 + 2 + 16 + bytes.length);
    all[5] = 16;                                         /* of the block with object and method */
    for (int i = 0; i < bytes.length; i++)
      all[22 + i] = (byte) bytes[i];
    return all;
  }

  /* More channels than a port has: the oldest are forgotten. */
  static void crowd() throws Exception {
    try (Liar liar = new Liar()) {
      long first = 0;
      for (int i = 0; i < 1100; i++) {
        liar.open();
        first = i == 0 ? liar.channel : first;
        liar.expect(MORE, part(liar.channel, 1, 5000, 0, 4, new byte[4]));
      }
      liar.expect(UNKNOWN, part(first, 1, 5000, 4, 4, new byte[4]));
      liar.expect(MORE, part(liar.channel, 1, 5000, 4, 4, new byte[4]));
    }
  }

  /* Bytes at random, from the first one on, or behind a right header; some of them in a right channel. */
  static void random() throws Exception {
    try (Liar liar = new Liar()) {
      liar.open();
      for (int i = 0; i < 4000; i++) {
        byte[] bytes = new byte[random.nextInt(1500)];
        random.nextBytes(bytes);
        ByteBuffer b = i % 4 == 0 ? ByteBuffer.allocate(65000)
          : message(random.nextInt(), random.nextInt(), random.nextInt(6),
            i % 4 == 1 ? random.nextLong() : liar.channel, random.nextInt(4));
        if (i % 4 == 3)
          b.putInt(random.nextInt(3000)).putInt(random.nextInt(3000)).putInt(random.nextInt(1500));
        b.put(bytes);
        liar.ask(b, Math.min(b.position(), 1464));
      }
    }
  }

  /* ---- a registry that lies ---- */

  /* Answers each message of a caller by these words behind its xid. */
  static class LyingRegistry extends Thread {
    final DatagramSocket socket = new DatagramSocket();
    final int[][] answers;                               /* the last one again and again */

    LyingRegistry(int[]... answers) throws IOException {
      this.answers = answers;
      setDaemon(true);
      start();
    }

    public void run() {
      try {
        for (int i = 0;; i++) {
          DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
          socket.receive(packet);
          ByteBuffer b = ByteBuffer.allocate(2000).put(packet.getData(), 0, 4);
          for (int word : answers[Math.min(i, answers.length - 1)])
            b.putInt(word);
          socket.send(new DatagramPacket(b.array(), b.position(), packet.getSocketAddress()));
        }
      } catch (IOException e) {
        /* closed */
      }
    }
  }

  static int[] said(int... words) {
    int[] all = new int[5 + words.length];
    all[0] = 1;
    System.arraycopy(words, 0, all, 5, words.length);
    return all;
  }

  static void refused(int[]... answers) throws Exception {
    LyingRegistry liar = new LyingRegistry(answers);
    try {
      LocateRegistry.getRegistry("localhost", liar.socket.getLocalPort()).list();
      check(false, "a lie was believed: " + Arrays.deepToString(answers));
    } catch (RemoteException e) {
      /* as it should be */
    } finally {
      liar.socket.close();
    }
  }

  static void registry() throws Exception {
    int[] opened = said(OPENED, 7, 7);
    for (int what : new int[] {MORE, DONE, UNKNOWN, REFUSED, 0, -1})
      refused(said(what, 0, 0));
    for (int[] answer : new int[][] {{UNKNOWN}, {REFUSED}, {MORE, 0}, {MORE, 4}, {OPENED, 1, 1}, {77}, {DONE},
      {DONE, 0, 0, 0},
      {DONE, -1, 0, 0}, {DONE, 4, 4, 0}, {DONE, 4, 0, 8, 0}, {DONE, 4, 0, -1, 0}, {DONE, Integer.MAX_VALUE, 0, 4, 0},
      {DONE, MOST_CALL + 1, 0, 4, 0}, {DONE, 4, 0, 4, 0}, {DONE, 8, 0, 8, 0xaced0005, 0x77010000}, {DONE, 100, 0, 0},
      {DONE, 100, 0, 4, 0xaced0005}, {DONE, 12, 0, 12, 0xaced0005, 0x77010175, 0x71007e00}})
      refused(opened, said(answer));
    for (int i = 0; i < 300; i++) {
      int[] words = new int[random.nextInt(12) + 1];
      for (int k = 0; k < words.length; k++)
        words[k] = k == 0 ? DONE : random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(48);
      refused(opened, said(words));
    }
  }

  static int[] done(Object result) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeBoolean(true);
      out.writeObject(result);
    }
    int length = bytes.size();
    ByteBuffer words = ByteBuffer.wrap(Arrays.copyOf(bytes.toByteArray(), length + 3));
    int[] all = Arrays.copyOf(said(DONE, length, 0, length), 9 + (length + 3) / 4);
    for (int i = 9; i < all.length; i++)
      all[i] = words.getInt();
    return all;
  }

  /* A registry forgets a channel that it has answered before. Where it may have performed the call, the caller is told
   * that; where it cannot have, the call is made in a new channel. */
  static void forgetful() throws Exception {
    int[] opened = said(OPENED, 7, 7);
    int[] right = done(new String[] {"one"});
    LyingRegistry liar = new LyingRegistry(opened, right, said(UNKNOWN), opened, right, said(WORKING), said(UNKNOWN),
      opened, right);
    Registry registry = LocateRegistry.getRegistry("localhost", liar.socket.getLocalPort());
    for (int i = 0; i < 2; i++)
      check(Arrays.equals(registry.list(), new String[] {"one"}), "call " + i + " has another result");
    try {
      registry.list();
      check(false, "a call that may have been performed was made again");
    } catch (RemoteException e) {
      check(e.getCause() != null && e.getCause().getMessage().contains("it may have been performed"), e.toString());
    }
    liar.socket.close();
  }

  public static void main(String[] args) throws Exception {
    DatagramSocket free = new DatagramSocket();
    int at = free.getLocalPort();
    free.close();
    Registry registry = LocateRegistry.createRegistry(at);
    Remote own = UnicastRemoteObject.exportObject(impl, 0);
    registry.rebind("counter", own);
    stub = (Counter) LocateRegistry.getRegistry("localhost", at).lookup("counter");
    if (OURS) {                          /* UnicastRef [liveRef: [endpoint:[HOST:PORT],objID:[NUMBER]]] */
      String text = own.toString();
      int endpoint = text.indexOf("endpoint:[");
      port = Integer.parseInt(text.substring(text.indexOf(':', endpoint + 10) + 1, text.indexOf(']', endpoint)));
      object = Long.parseLong(text.substring(text.indexOf("objID:[") + 7, text.indexOf(']', text.indexOf("objID:["))));
    }
    one("nothing", () -> { });
    one("cut", RemoteLies::cut);
    one("headers", RemoteLies::headers);
    one("strangers", RemoteLies::strangers);
    one("parts", RemoteLies::parts);
    one("claims", RemoteLies::claims);
    one("hoard", RemoteLies::hoard);
    one("numbers", RemoteLies::numbers);
    one("streams", RemoteLies::streams);
    one("crowd", RemoteLies::crowd);
    one("random", RemoteLies::random);
    one("registry", RemoteLies::registry);
    one("forgetful", RemoteLies::forgetful);
    UnicastRemoteObject.unexportObject(impl, true);
    UnicastRemoteObject.unexportObject(registry, true);
  }
}
