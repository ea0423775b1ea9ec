/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * RpcClient and RpcWorkers within one process, on the JDK: servers that are silent, slow, or say something else than
 * what was asked, and callers that send garbage. Prints `ok NAME' or `not ok NAME REASON'. */
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import jx.mem.BigEndian;
import jx.rpc.BadXdr;
import jx.rpc.RpcCall;
import jx.rpc.RpcClient;
import jx.rpc.RpcFailure;
import jx.rpc.RpcProgram;
import jx.rpc.RpcServer;
import jx.rpc.RpcWorkers;
import jx.rpc.XdrWriter;

final class RpcCases {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final int PROGRAM = 0x20000001;
  private static final int ADD = 1;
  private static final int SLOW = 2;
  private static final int FAIL = 3;

  private static boolean failed;

  private interface Case {
    void run() throws Exception;
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

  /* ADD adds two numbers; SLOW answers when its call has come again, with how often it was performed. */
  private static final class Sums extends RpcProgram {
    final AtomicInteger performed = new AtomicInteger();
    volatile RpcWorkers workers;

    Sums() {
      super(PROGRAM, 1, "sums", "null", "add", "slow", "fail");
    }

    @Override
    protected boolean onlyOnce(int procedure) {
      return procedure == SLOW;
    }

    @Override
    protected int perform(RpcCall call) throws BadXdr {
      if (call.procedure == ADD)
        call.results.int32(call.arguments.int32() + call.arguments.int32());
      if (call.procedure == SLOW) {
        int count = performed.incrementAndGet();
        while (workers.repeated() == 0)
          Thread.yield();
        call.results.int32(count);
      }
      if (call.procedure == FAIL)
        throw new IllegalStateException("as it was told");
      return SUCCESS;
    }
  }

  private static int freePort() throws IOException {
    try (DatagramSocket socket = new DatagramSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static RpcWorkers serve(Sums sums, int port) throws IOException {
    RpcServer server = new RpcServer();
    server.add(sums, port);
    sums.workers = new RpcWorkers(server, port, 2);
    return sums.workers;
  }

  private static int add(RpcClient client, int one, int other) throws IOException, BadXdr {
    XdrWriter arguments = client.begin(ADD);
    arguments.int32(one);
    arguments.int32(other);
    return client.call().int32();
  }

  private static void answers() throws Exception {
    int port = freePort();
    try (RpcWorkers workers = serve(new Sums(), port); RpcClient client = new RpcClient(HERE, port, PROGRAM, 1)) {
      for (int i = 0; i < 100; i++)
        check(add(client, i, 7) == i + 7, "a sum is wrong");
      check(client.calls == 100 && workers.calls() >= 100 && workers.faults() == 0, "calls are counted wrong");
    }
  }

  private static String refusal(RpcClient client, int procedure) throws IOException {
    try {
      client.begin(procedure);
      client.call();
    } catch (RpcFailure e) {
      return e.getMessage();
    }
    return "none";
  }

  private static void refusals() throws Exception {
    int port = freePort();
    try (RpcWorkers workers = serve(new Sums(), port); RpcClient client = new RpcClient(HERE, port, PROGRAM, 1);
         RpcClient other = new RpcClient(HERE, port, PROGRAM + 1, 1);
         RpcClient newer = new RpcClient(HERE, port, PROGRAM, 2)) {
      check(refusal(other, 0).equals("the program is not there"), refusal(other, 0));
      check(refusal(newer, 0).equals("the program has other versions"), refusal(newer, 0));
      check(refusal(client, 9).equals("the procedure is not there"), refusal(client, 9));
      check(refusal(client, ADD).equals("the arguments cannot be read"), refusal(client, ADD));
      check(refusal(client, FAIL).equals("an error in the server"), refusal(client, FAIL));
      check(workers.faults() >= 1 && workers.lastFault() != null, "a failure is not counted");
      client.begin(ADD).fixed(new byte[70000], 0, 70000);
      try {
        client.call();
        check(false, "70,000 bytes were sent");
      } catch (RpcFailure e) {
        check(e.getMessage().startsWith("the arguments are longer"), e.getMessage());
      }
    }
  }

  private static void silence() throws Exception {
    try (DatagramSocket silent = new DatagramSocket(0, HERE);
         RpcClient client = new RpcClient(HERE, silent.getLocalPort(), PROGRAM, 1)) {
      client.setPatience(1400); /* sent at 0 and at 500 ms: a host that is 900 ms late makes no difference */
      try {
        add(client, 1, 2);
        check(false, "somebody has answered");
      } catch (SocketTimeoutException e) {
        check(client.repeated == 1, "sent again " + client.repeated + " times");
      }
    }
  }

  /* A server that sends what is no reply, or one to another call, before it sends the right one. */
  private static void liar() throws Exception {
    try (DatagramSocket server = new DatagramSocket(0, HERE);
         RpcClient client = new RpcClient(HERE, server.getLocalPort(), PROGRAM, 1)) {
      Thread lying = new Thread(() -> {
        try {
          DatagramPacket packet = new DatagramPacket(new byte[1000], 1000);
          server.receive(packet);
          int xid = BigEndian.get32(packet.getData(), 0);
          int[][] replies = {{}, {xid}, {xid, 1}, {xid, 0, 0, 0, 0, 0, 1}, {xid, 1, 7, 0, 0, 0, 1},
            {xid, 1, 0, 0, 0x7fffffff, 0, 1}, {xid, 1, 0, 0, -1, 0, 1}, {xid, 1, 0, 0, 400, 0, 1},
            {xid - 1, 1, 0, 0, 0, 0, 1}, {xid, 1, 0, 0, 0, 0, 42}};
          for (int[] words : replies) {
            byte[] bytes = new byte[4 * words.length];
            for (int i = 0; i < words.length; i++)
              BigEndian.put32(bytes, 4 * i, words[i]);
            server.send(new DatagramPacket(bytes, bytes.length, packet.getSocketAddress()));
          }
        } catch (IOException e) {
          System.out.println("# " + e);
        }
      });
      lying.start();
      check(add(client, 1, 2) == 42, "a lie was believed");
      lying.join();
      check(client.malformed == 8 && client.late == 1, client.malformed + " malformed, " + client.late + " late");
    }
  }

  /* A call comes again while a thread is at work on it: it is performed once, and its caller gets that answer. */
  private static void slow() throws Exception {
    int port = freePort();
    Sums sums = new Sums();
    try (RpcWorkers workers = serve(sums, port); RpcClient client = new RpcClient(HERE, port, PROGRAM, 1)) {
      client.begin(SLOW);
      check(client.call().int32() == 1 && sums.performed.get() == 1, "performed " + sums.performed + " times");
      check(client.repeated >= 1 && workers.faults() == 0, "it was not sent again");
    }
  }

  private static void garbage() throws Exception {
    int port = freePort();
    Random random = new Random(3);
    try (RpcWorkers workers = serve(new Sums(), port); RpcClient client = new RpcClient(HERE, port, PROGRAM, 1);
         DatagramSocket socket = new DatagramSocket()) {
      for (int i = 0; i < 2000; i++) {
        byte[] bytes = new byte[random.nextInt(80)];
        random.nextBytes(bytes);
        socket.send(new DatagramPacket(bytes, bytes.length, HERE, port));
        if (i % 20 == 0)
          check(add(client, i, 1) == i + 1, "a sum is wrong");
      }
      check(workers.faults() == 0 && workers.malformed() > 0, "a fault, or nothing malformed: " + workers.lastFault());
    }
  }

  public static void main(String[] args) {
    one("rpc_answers", RpcCases::answers);
    one("rpc_refusals", RpcCases::refusals);
    one("rpc_silence", RpcCases::silence);
    one("rpc_liar", RpcCases::liar);
    one("rpc_slow", RpcCases::slow);
    one("rpc_garbage", RpcCases::garbage);
    System.exit(failed ? 1 : 0);
  }
}
