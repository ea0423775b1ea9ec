/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Plays a recording (standard input; Recording.java) through the server, and prints what it counted and a digest of
 * all replies: the same wherever it runs. With arguments, ROUNDS and SEED, it then has the fuzzer use the recording,
 * and a client hoard memory. Exit status 1 when that found something. */
import jx.net.Datagram;
import jx.nfs.Hoard;

public final class Replay {
  private Replay() {
  }

  public static void main(String[] args) throws java.io.IOException {
    Recording recording = Recording.read(System.in);
    Machine machine = new Machine(recording.tar, 64 << 20);
    for (Datagram call : recording.calls)
      machine.handle(call);
    machine.report();
    if (args.length != 2)
      return;
    boolean sound = Fuzz.run(recording, Integer.parseInt(args[0]), Long.parseLong(args[1]));
    String objection = Hoard.objection();
    System.out.println("hoard " + objection);
    if (!sound || objection != null)
      System.exit(1);
  }
}
