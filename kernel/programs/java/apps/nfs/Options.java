/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's arguments, NAME=VALUE each. */
package nfs;

import jx.net.start.Arguments;
import jx.nfs.NfsServer;

final class Options extends Arguments {
  private static final int ROOM_MOST = 4096;

  int seconds;               /* 0: for ever */
  int idle;                  /* 0: whether anything comes or not */
  int collect;               /* seconds; 0: only when the heap wants it */
  int room;                  /* MB for files; 0: half of the heap */
  int transfer = NfsServer.SMALL_TRANSFER;

  private Options() {
    super("nfs", "[seconds=N] [idle=N] [address=A/BITS [gateway=A]] [room=MB] [transfer=BYTES] [collect=N]"
      + "   end after N s, or N s after the last datagram; who we are (BOOTP); for files (half of the heap);"
      + " that clients are advised to READ at once (1024); collect garbage every N s");
  }

  static Options parse(String[] args) {
    Options options = new Options();
    options.parseAll(args);
    return options;
  }

  @Override
  protected boolean take(String name, String value) {
    switch (name) {
      case "seconds":
        seconds = number(value, 1, SECONDS_MOST);
        return true;
      case "idle":
        idle = number(value, 1, SECONDS_MOST);
        return true;
      case "collect":
        collect = number(value, 1, SECONDS_MOST);
        return true;
      case "room":
        room = number(value, 1, ROOM_MOST);
        return true;
      case "transfer":
        transfer = number(value, 512, 8192);
        return true;
      default:
        return false;
    }
  }
}
