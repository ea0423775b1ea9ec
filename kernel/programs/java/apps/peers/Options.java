/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's arguments, NAME=VALUE each. */
package peers;

import java.util.ArrayList;
import java.util.List;

import jx.net.Address;

final class Options {
  private static final int ROUNDS_MOST = 10_000_000;
  private static final int BYTES_MOST = 16384;
  private static final int SECONDS_MOST = 1_000_000;

  int address = Address.ANY;
  int mask;
  int rounds = 200;
  int bytes = 64;
  int seconds = 60;
  final List<Integer> peers = new ArrayList<>();
  final List<Integer> servers = new ArrayList<>();

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
    if (options.address == Address.ANY)
      usage("who are we? address=A/BITS");
    return options;
  }

  private void take(String argument) {
    int equals = argument.indexOf('=');
    String value = argument.substring(equals + 1);
    switch (equals < 0 ? "" : argument.substring(0, equals)) {
      case "address":
        takeNetwork(value);
        break;
      case "peers":
        takeList(peers, value);
        break;
      case "servers":
        takeList(servers, value);
        break;
      case "rounds":
        rounds = number(value, 1, ROUNDS_MOST);
        break;
      case "bytes":
        bytes = number(value, Talk.HEAD, BYTES_MOST);
        break;
      case "seconds":
        seconds = number(value, 1, SECONDS_MOST);
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

  /* A,B,...; an empty list empties what was given before. */
  private static void takeList(List<Integer> list, String value) {
    list.clear();
    int begin = 0;
    while (begin < value.length()) {
      int comma = value.indexOf(',', begin);
      int end = comma < 0 ? value.length() : comma;
      list.add(Address.parse(value.substring(begin, end)));
      begin = end + 1;
    }
  }

  private static int number(String text, int least, int most) {
    int value = Integer.parseInt(text);
    if (value < least || value > most)
      throw new NumberFormatException();
    return value;
  }

  private static void usage(String what) {
    System.err.println("error: peers: " + what);
    System.err.println("usage: peers address=A/BITS [peers=A,B,...] [servers=A,...] [rounds=N] [bytes=N] [seconds=N]");
    System.exit(2);
  }
}
