/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads all files that an NFS server on another machine exports, and compares them with its own.
 *
 * What its profile shows: each call of NFS from the client's end; with the server's profile (make run-net, app=nfs),
 * how long the call was on the wire, waited and was worked on (hostdump remote).
 *
 * INPUT is the tar that the server has, too. Arguments: address=A/BITS who we are; server=A; rounds=N walks through
 * the tree (1); bytes=N that are read at once (1024).
 *
 * Results: directories, files and bytes of a walk, calls, and calls that were sent once more. How they are checked:
 * each file's bytes and each directory's names are those of the tar. */
package nfsclient;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import jx.net.Address;
import jx.net.start.Arguments;
import jx.net.start.Station;
import jx.nfs.NfsClient;

public final class Main {
  private static final class Options extends Arguments {
    private int server = Address.ANY;
    private int rounds = 1;
    private int bytes = 1024;

    Options(String[] arguments) {
      super("nfsclient", "address=A/BITS server=A [rounds=N] [bytes=N]");
      parseAll(arguments);
      if (server == Address.ANY)
        refuse("who is asked? server=A");
    }

    @Override
    protected boolean take(String name, String value) {
      switch (name) {
        case "server":
          server = Address.parse(value);
          return true;
        case "rounds":
          rounds = number(value, 1, 1_000_000);
          return true;
        case "bytes":
          bytes = number(value, 1, 8192);
          return true;
        default:
          return false;
      }
    }
  }

  private final NfsClient client;
  private final int bytesAtOnce;
  private int directories;
  private int files;
  private long bytes;

  private Main(NfsClient client, int bytesAtOnce) {
    this.client = client;
    this.bytesAtOnce = bytesAtOnce;
  }

  /* Compares a directory of the server's with one of ours; what differs is an IOException. */
  private void walk(byte[] directory, File ours) throws IOException {
    directories++;
    List<String> names = client.list(directory);
    if (!new TreeSet<>(names).equals(new TreeSet<>(Arrays.asList(ours.list()))))
      throw new IOException(ours + " has other names: " + names);
    for (String name : names) {
      byte[] handle = client.lookup(directory, name);
      NfsClient.Attributes attributes = client.attributes(handle);
      File mine = new File(ours, name);
      if (attributes.type == NfsClient.DIRECTORY)
        walk(handle, mine);
      else
        compare(handle, attributes, mine);
    }
  }

  private void compare(byte[] handle, NfsClient.Attributes attributes, File mine) throws IOException {
    byte[] own = Files.readAllBytes(mine.toPath());
    byte[] content = client.read(handle, bytesAtOnce, own.length);
    if (attributes.size != own.length || !Arrays.equals(content, own))
      throw new IOException(mine + " differs");
    files++;
    bytes += content.length;
  }

  public static void main(String[] arguments) throws InterruptedException {
    Options options = new Options(arguments);
    Station station = Station.open("nfsclient", options);
    station.stack.openSockets();
    station.begin();
    try (NfsClient client = new NfsClient(InetAddress.getByName(Address.text(options.server)))) {
      Main last = null;
      for (int i = 0; i < options.rounds; i++) {
        last = new Main(client, options.bytes);
        last.walk(client.mount("/export"), new File("/"));
      }
      System.out.println("result: " + last.directories + " directories, " + last.files + " files, " + last.bytes
        + " bytes");
      System.out.println("result: " + client.calls() + " calls, " + client.repeated() + " sent again");
    } catch (IOException e) {
      station.fail(e.toString());
    }
    station.report();
    station.end();
  }
}
