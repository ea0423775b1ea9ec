/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * NfsClient on the JDK, with servers whose replies are cut, too long, at random, or without an end, and with servers
 * that do not answer: each call returns, or throws an IOException. Prints `ok NAME' or `not ok NAME REASON'. */
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Random;
import jx.mem.BigEndian;
import jx.nfs.NfsClient;
import jx.nfs.NfsRefusal;
import jx.rpc.Portmap;
import jx.rpc.RpcClient;
import jx.rpc.XdrWriter;

final class NfsLies {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final byte[] HANDLE = new byte[32];
  private static final byte[] DATA = {1, 2, 3, 4, 5};
  private static final int COUNT = 8;                /* bytes that READ asks for */
  private static final int MOST = 100;               /* bytes that a file may have */
  private static final int MOST_REPLY = 60000;
  private static final int TIMES = 2000;             /* random replies */

  private static boolean failed;

  private interface Case {
    void run() throws Exception;
  }

  /* What a server says to its call number `call', from 0 on, behind RPC's header. */
  private interface Answer {
    void write(int call, XdrWriter results);
  }

  private interface Question {
    Object ask(NfsClient client) throws IOException;
  }

  private static void one(String name, Case what) {
    try {
      what.run();
      System.out.println("ok " + name);
    } catch (Exception e) {
      failed = true;
      System.out.println("not ok " + name + " " + e);
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds)
      throw new IllegalStateException(what);
  }

  /* Answers what comes to `port'; a call that comes again is answered as before. Null: with silence. */
  private static final class Server implements AutoCloseable {
    private final DatagramSocket socket = new DatagramSocket(0, HERE);
    final int port = socket.getLocalPort();
    private final Answer answer;

    Server(Answer answer) throws IOException {
      this.answer = answer;
      if (answer != null)
        new Thread(this::serve).start();
    }

    private void serve() {
      byte[] bytes = new byte[MOST_REPLY];
      XdrWriter reply = new XdrWriter();
      int call = -1;
      int before = 0;
      try {
        while (true) {
          DatagramPacket packet = new DatagramPacket(new byte[2000], 2000);
          socket.receive(packet);
          int xid = BigEndian.get32(packet.getData(), 0);
          if (call < 0 || xid != before)
            call++;
          before = xid;
          reply.open(bytes, 0, bytes.length);
          words(reply, xid, 1, 0, 0, 0, 0);
          answer.write(call, reply);
          socket.send(new DatagramPacket(bytes, reply.position(), packet.getSocketAddress()));
        }
      } catch (IOException e) {
        /* closed */
      }
    }

    @Override
    public void close() {
      socket.close();
    }
  }

  private static void words(XdrWriter to, int... values) {
    for (int value : values)
      to.int32(value);
  }

  /* ---- Right replies, as far as the client reads them ---- */

  private static void mounted(int call, XdrWriter results) {
    results.int32(0);
    results.opaque(HANDLE);
    words(results, 1, 1);
  }

  private static void attributes(int call, XdrWriter results) {
    words(results, 0, NfsClient.REGULAR, 0644);
    results.zeros(12);
    results.int64(5);
    results.zeros(56);
  }

  private static void found(int call, XdrWriter results) {
    results.int32(0);
    results.opaque(HANDLE);
  }

  private static void entry(XdrWriter results, String name, long cookie) {
    results.bool(true);
    results.int64(7);
    results.opaque(name.getBytes());
    results.int64(cookie);
  }

  private static void listed(int call, XdrWriter results) {
    words(results, 0, 0);
    results.int64(0);
    entry(results, ".", 1);
    entry(results, "file", 2);
    words(results, 0, 1);
  }

  private static void data(int call, XdrWriter results) {
    words(results, 0, 0, DATA.length, 1);
    results.opaque(DATA);
  }

  private static final Question[] QUESTIONS = {client -> client.mount("/export"), client -> client.attributes(HANDLE),
    client -> client.lookup(HANDLE, "file"), client -> client.list(HANDLE), client -> client.read(HANDLE, COUNT, MOST)};
  private static final Answer[] RIGHT = {NfsLies::mounted, NfsLies::attributes, NfsLies::found, NfsLies::listed,
    NfsLies::data};
  private static final int MOUNT = 0;
  private static final int LOOKUP = 2;
  private static final int LIST = 3;
  private static final int READ = 4;

  private static void right() throws Exception {
    Object[] said = new Object[QUESTIONS.length];
    for (int i = 0; i < QUESTIONS.length; i++)
      try (Server server = new Server(RIGHT[i]); NfsClient client = new NfsClient(HERE, server.port, server.port)) {
        said[i] = QUESTIONS[i].ask(client);
      }
    check(((byte[]) said[MOUNT]).length == 32 && ((byte[]) said[LOOKUP]).length == 32, "a handle is wrong");
    check(((NfsClient.Attributes) said[1]).size == 5, "the size is wrong");
    check(said[LIST].equals(List.of("file")), "the names are " + said[LIST]);
    check(((byte[]) said[READ]).length == 5, "the content is wrong");
  }

  /* ---- Wrong ones ---- */

  /* What the client says to a question that is answered so; null: it believes the answer. */
  private static IOException refusal(int question, Answer answer) throws IOException {
    try (Server server = new Server(answer); NfsClient client = new NfsClient(HERE, server.port, server.port)) {
      QUESTIONS[question].ask(client);
      return null;
    } catch (SocketTimeoutException e) {
      throw new IllegalStateException("the server has not answered");
    } catch (IOException e) {
      return e;
    }
  }

  private static void refused(int question, String words, Answer answer) throws IOException {
    IOException said = refusal(question, answer);
    check(said != null && said.getMessage().contains(words), words + " was expected, and came: " + said);
  }

  private static void malformed(int question, Answer answer) throws IOException {
    refused(question, "malformed", answer);
  }

  private static final int HEADER = 24;

  private static void cut() throws IOException {
    for (int i = 0; i < RIGHT.length; i++) {
      XdrWriter whole = new XdrWriter();
      whole.open(new byte[MOST_REPLY], HEADER, MOST_REPLY - HEADER);
      RIGHT[i].write(0, whole);
      for (int cut = HEADER; cut < whole.position(); cut += 4) {
        int end = cut;
        malformed(i, (call, results) -> {
          for (int at = HEADER; at < end; at += 4)
            results.int32(BigEndian.get32(whole.array(), at));
        });
      }
    }
  }

  private static void lengths() throws IOException {
    for (int length : new int[] {65, -1, 0x7fffffff, 0x7ffffffd, 1 << 31}) {
      malformed(MOUNT, (call, results) -> words(results, 0, length, 0, 0, 0, 0));
      malformed(LOOKUP, (call, results) -> words(results, 0, length, 0, 0, 0, 0));
    }
    for (int flavors : new int[] {65, -1, 0x7fffffff})
      malformed(MOUNT, (call, results) -> {
        found(call, results);
        results.int32(flavors);
        results.zeros(2000);
      });
    for (int length : new int[] {256, -1, 0x7fffffff, 0x7ffffffd}) {
      malformed(LIST, (call, results) -> {
        words(results, 0, 0, 0, 0, 1, 0, 7, length);
        results.zeros(2000);
      });
      malformed(READ, (call, results) -> {
        words(results, 0, 0, length, 1, length);
        results.zeros(2000);
      });
    }
    malformed(READ, (call, results) -> {
      words(results, 0, 0, COUNT, 1);
      results.opaque(DATA);
    });
    malformed(READ, (call, results) -> words(results, 0, 2, 0, 1, 0));
  }

  private static void names() throws IOException {
    for (String name : new String[] {"", "a/b", "/", "../up", "nul\0"})
      malformed(LIST, (call, results) -> {
        words(results, 0, 0, 0, 0);
        entry(results, name, 1);
        words(results, 0, 1);
      });
  }

  private static void endless() throws IOException {
    refused(LIST, "does not end", (call, results) -> words(results, 0, 0, 0, 0, 0, 0));
    for (String name : new String[] {".", "file"})
      refused(LIST, "does not end", (call, results) -> {
        words(results, 0, 0, 0, 0);
        for (int i = 0; i < 1500; i++)
          entry(results, name, call % 2 + 1);
        words(results, 0, 0);
      });
    refused(READ, "nothing comes", (call, results) -> words(results, 0, 0, 0, 0, 0));
    refused(READ, "longer than " + MOST, (call, results) -> {
      words(results, 0, 0, 1, 0, 1, 0);
    });
  }

  private static void statuses() throws IOException {
    for (int i = 0; i < QUESTIONS.length; i++)
      for (int status : new int[] {70, -1, 0x7fffffff}) {
        IOException said = refusal(i, (call, results) -> words(results, status, 0, 0, 0, 0, 0, 0));
        check(said instanceof NfsRefusal && ((NfsRefusal) said).status == status, "status " + status + ": " + said);
      }
  }

  private static void ports() throws IOException {
    for (int port : new int[] {0, -1, 65536, 0x7fffffff})
      try (Server server = new Server((call, results) -> results.int32(port));
           RpcClient mapper = new RpcClient(HERE, server.port, Portmap.PROGRAM, Portmap.VERSION)) {
        Portmap.ask(mapper, 100003, 3);
        check(false, "port " + port + " was believed");
      } catch (IOException e) {
        check(e.getMessage().contains("is not there"), e.toString());
      }
  }

  /* Words at random, most of them small: what is believed is not looked at, but no other exception comes. */
  private static void random() throws IOException {
    Random random = new Random(11);
    for (int i = 0; i < TIMES; i++) {
      int[] said = new int[random.nextInt(40)];
      for (int k = 0; k < said.length; k++)
        said[k] = k == 0 ? 0 : random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(5);
      refusal(i % QUESTIONS.length, (call, results) -> words(results, said));
    }
  }

  private static void silence() throws IOException {
    try (Server server = new Server(null); NfsClient client = new NfsClient(HERE, server.port, server.port)) {
      client.setPatience(50);
      for (Question question : QUESTIONS)
        try {
          question.ask(client);
          check(false, "somebody has answered");
        } catch (SocketTimeoutException e) {
          check(e.getMessage().contains("has not answered"), e.getMessage());
        }
    }
  }

  public static void main(String[] args) {
    one("nfs_right", NfsLies::right);
    one("nfs_cut", NfsLies::cut);
    one("nfs_lengths", NfsLies::lengths);
    one("nfs_names", NfsLies::names);
    one("nfs_endless", NfsLies::endless);
    one("nfs_statuses", NfsLies::statuses);
    one("nfs_ports", NfsLies::ports);
    one("nfs_random", NfsLies::random);
    one("nfs_silence", NfsLies::silence);
    System.exit(failed ? 1 : 0);
  }
}
