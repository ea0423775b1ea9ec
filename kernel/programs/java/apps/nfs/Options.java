/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's arguments, NAME=VALUE each. */
package nfs;

import jx.net.Address;
import jx.nfs.NfsServer;

final class Options {
  private static final int SECONDS_MOST = 1_000_000;
  private static final int ROOM_MOST = 4096;

  int seconds;               /* 0: for ever */
  int idle;                  /* 0: whether anything comes or not */
  int address = Address.ANY;
  int mask;
  int gateway = Address.ANY;
  int collect;               /* seconds; 0: only when the heap wants it */
  int room;                  /* MB for files; 0: half of the heap */
  int transfer = NfsServer.SMALL_TRANSFER;

  private Options() {
  }

  static Options parse(String[] args) {
    Options options = new Options();
    for (String argument : args)
      try {
        options.take(argument);
      } catch (NumberFormatException e) {
        usage("`" + argument + "' is not understood");
      }
    if (options.gateway != Address.ANY && options.address == Address.ANY)
      usage("gateway= goes with address=");
    return options;
  }

  private void take(String argument) {
    int equals = argument.indexOf('=');
    String value = argument.substring(equals + 1);
    switch (equals < 0 ? "" : argument.substring(0, equals)) {
      case "seconds":
        seconds = number(value, 1, SECONDS_MOST);
        break;
      case "idle":
        idle = number(value, 1, SECONDS_MOST);
        break;
      case "collect":
        collect = number(value, 1, SECONDS_MOST);
        break;
      case "room":
        room = number(value, 1, ROOM_MOST);
        break;
      case "transfer":
        transfer = number(value, 512, 8192);
        break;
      case "address":
        takeNetwork(value);
        break;
      case "gateway":
        gateway = Address.parse(value);
        break;
      default:
        throw new NumberFormatException();
    }
  }

  private void takeNetwork(String value) {
    int slash = value.indexOf('/');
    address = Address.parse(slash < 0 ? value : value.substring(0, slash));
    mask = Address.mask(slash < 0 ? 24 : number(value.substring(slash + 1), 0, 32));
    if (address == Address.ANY || Address.isMulticast(address))
      throw new NumberFormatException();
  }

  private static int number(String text, int least, int most) {
    int value = Integer.parseInt(text);
    if (value < least || value > most)
      throw new NumberFormatException();
    return value;
  }

  private static void usage(String what) {
    System.err.println("error: nfs: " + what);
    System.err.println("usage: nfs [seconds=N] [idle=N] [address=A/BITS [gateway=A]] [room=MB] [transfer=BYTES]"
      + " [collect=N]"
      + "   end after N s, or N s after the last datagram; who we are (BOOTP); for files (half of the heap);"
      + " that clients are advised to READ at once (1024); collect garbage every N s");
    System.exit(2);
  }
}
