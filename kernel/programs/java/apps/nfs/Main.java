/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An NFS server on a card's bare ports, of the files in a tar, and UDP echo.
 *
 * What its profile shows (JX paper, figures 5 to 8): the NIC's interrupt, NIC-IRQThread that acknowledges it and
 * queues the packet, Ether-packet-queue that works through all layers up to the reply; the events of each layer
 * between them.
 *
 * Needs a machine with an NE2000 PCI card and a network behind it, with QEMU:
 * -netdev user,id=n -device ne2k_pci,netdev=n.
 *
 * Arguments, all optional: seconds=N ends it after so long; idle=N when nothing has come for so long after the
 * first datagram; address=A/BITS and gateway=A say who we are, instead of a BOOTP server; room=MB is the memory for
 * files (half of the heap); transfer=BYTES what clients are advised to READ and WRITE at once (1024: no fragments);
 * collect=N has garbage collected every N s, and says how much memory is left in use: it must not grow.
 * INPUT is the tar; clients mount /export, by NFS version 2 or 3 over UDP.
 *
 * Its files `uses' and `exclude' say what it is made of, and which methods are shorter than what would measure them
 * (EXCLUDE=none THRESHOLD=0 times them all the same).
 *
 * Results: what each layer has counted. How they are checked: who sends compares; a fault, or a frame that the card
 * did not send, is an error. */
package nfs;

import java.io.IOException;
import jx.net.Address;
import jx.net.Counters;
import jx.net.FrameQueue;
import jx.net.ne2k.Ne2k;
import jx.net.ne2k.NicThread;
import jx.net.stack.NetStack;
import jx.net.udp.Echo;
import jx.nfs.FileSystem;
import jx.nfs.NfsServer;
import jx.nfs.SystemClock;
import jx.nfs.TarFile;
import jx.rpc.RpcServer;

public final class Main {
  private static final int FRAMES = 128;             /* that wait for the packet thread: four rings of the card */
  private static final long ADDRESS_MS = 60_000;
  private static final long LOOK_MS = 100;

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.parse(args);
    Counters counters = new Counters();
    FrameQueue queue = new FrameQueue(FRAMES, counters);
    Ne2k nic = openNic(queue, counters);
    NetStack stack = new NetStack(nic, queue, counters);
    if (options.address != Address.ANY)
      stack.setAddress(options.address, options.mask, options.gateway);
    stack.udp().listen(Echo.PORT, new Echo(counters));
    RpcServer server = fillServer(options);
    for (int port : NfsServer.PORTS)
      stack.udp().listen(port, server);
    begin(new NicThread(nic), stack);
    serve(options, counters);
    report(stack, counters, server);
  }

  /* With the files of the tar that was loaded with the kernel; without one with none. */
  private static RpcServer fillServer(Options options) {
    long room = options.room > 0 ? (long) options.room << 20 : Runtime.getRuntime().maxMemory() / 2;
    FileSystem files = new FileSystem(room, new SystemClock());
    try {
      int leftOut = TarFile.fill(files, System.in);
      if (leftOut > 0)
        System.out.println("nfs: " + leftOut + " members of the tar are left out: no files, directories or links");
    } catch (IOException e) {
      fail(e.getMessage() + "; INPUT= names a tar of what is to be served");
    }
    System.out.println("nfs: /export has " + files.fileCount() + " files, " + files.bytesUsed() + " of " + room
      + " bytes");
    return new NfsServer(files, "export", options.transfer).handler();
  }

  private static Ne2k openNic(FrameQueue queue, Counters counters) {
    Ne2k nic = null;
    try {
      nic = Ne2k.find(queue, counters);
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    if (nic == null)
      fail("this machine has no NE2000 PCI card; with QEMU: -netdev user,id=n -device ne2k_pci,netdev=n");
    System.out.println("net: " + nic + ", address " + Address.etherText(nic.address()));
    return nic;
  }

  private static void begin(NicThread handler, NetStack stack) throws InterruptedException {
    try {
      handler.begin();
    } catch (IllegalStateException e) {
      fail(e.getMessage());
    }
    stack.start();
    if (!stack.awaitAddress(ADDRESS_MS))
      fail("no BOOTP server has answered for " + ADDRESS_MS / 1000 + " s; address=A/BITS gateway=A say who we are");
    System.out.println("net: we are " + stack.addressText());
    System.out.println("net: ready");
  }

  private static void collect() {
    Runtime runtime = Runtime.getRuntime();
    System.gc();
    System.out.println("nfs: " + (runtime.totalMemory() - runtime.freeMemory()) + " bytes in use after a collection");
    System.out.flush();
  }

  /* Until the time is over. */
  private static void serve(Options options, Counters counters) throws InterruptedException {
    long begun = System.nanoTime();
    long last = begun;
    long collected = begun;
    long first = counters.value("udp in");           /* BOOTP's */
    long datagrams = first;
    for (;;) {
      Thread.sleep(LOOK_MS);
      long now = System.nanoTime();
      long received = counters.value("udp in");
      if (received != datagrams)
        last = now;
      datagrams = received;
      boolean served = datagrams != first;
      if (options.collect > 0 && now - collected >= options.collect * 1_000_000_000L) {
        collect();
        collected = now;
      }
      if (options.seconds > 0 && now - begun >= options.seconds * 1_000_000_000L
        || options.idle > 0 && served && now - last >= options.idle * 1_000_000_000L)
        return;
    }
  }

  private static void report(NetStack stack, Counters counters, RpcServer server) {
    for (String line : counters.lines())
      System.out.println("result: " + line);
    System.out.println("result: rpc calls " + server.calls);
    System.out.println("result: rpc malformed " + server.malformed);
    System.out.println("result: rpc refused " + server.refused);
    System.out.println("result: rpc repeated " + server.repeated);
    System.out.flush();
    if (stack.lastFault() != null)
      fail("a layer or a handler failed: " + stack.lastFault());
    if (server.faults > 0)
      fail(server.faults + " calls failed by an exception; the last: " + server.lastFault());
    if (counters.value("nic frames not sent") > 0)
      fail("the card did not send all frames");
    System.exit(0);
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: nfs: " + what);
    System.exit(1);
  }
}
