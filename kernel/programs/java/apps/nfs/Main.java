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
import jx.net.Counters;
import jx.net.start.Station;
import jx.net.udp.Echo;
import jx.nfs.FileSystem;
import jx.nfs.NfsServer;
import jx.nfs.SystemClock;
import jx.nfs.TarFile;
import jx.rpc.RpcServer;

public final class Main {
  private static final long LOOK_MS = 100;

  private Main() {
  }

  public static void main(String[] args) throws InterruptedException {
    Options options = Options.parse(args);
    Station station = Station.open("nfs", options);
    station.stack.udp().listen(Echo.PORT, new Echo(station.counters));
    RpcServer server = fillServer(station, options);
    for (int port : NfsServer.PORTS)
      station.stack.udp().listen(port, server);
    station.begin();
    serve(options, station.counters);
    report(station, server);
  }

  /* With the files of the tar that was loaded with the kernel; without one with none. */
  private static RpcServer fillServer(Station station, Options options) {
    long room = options.room > 0 ? (long) options.room << 20 : Runtime.getRuntime().maxMemory() / 2;
    FileSystem files = new FileSystem(room, new SystemClock());
    try {
      int leftOut = TarFile.fill(files, System.in);
      if (leftOut > 0)
        System.out.println("nfs: " + leftOut + " members of the tar are left out: no files, directories or links");
    } catch (IOException e) {
      station.fail(e.getMessage() + "; INPUT= names a tar of what is to be served");
    }
    System.out.println("nfs: /export has " + files.fileCount() + " files, " + files.bytesUsed() + " of " + room
      + " bytes");
    return new NfsServer(files, "export", options.transfer).handler();
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

  private static void report(Station station, RpcServer server) {
    station.report();
    System.out.println("result: rpc calls " + server.calls);
    System.out.println("result: rpc malformed " + server.malformed);
    System.out.println("result: rpc refused " + server.refused);
    System.out.println("result: rpc repeated " + server.repeated);
    System.out.flush();
    if (server.faults > 0)
      station.fail(server.faults + " calls failed by an exception; the last: " + server.lastFault());
    station.end();
  }
}
