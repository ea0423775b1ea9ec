/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program's arguments, NAME=VALUE each. */
package peers;

import java.util.ArrayList;
import java.util.List;

import jx.net.Address;
import jx.net.start.Arguments;

final class Options extends Arguments {
  private static final int ROUNDS_MOST = 10_000_000;
  private static final int BYTES_MOST = 16384;

  int rounds = 200;
  int bytes = 64;
  int seconds = 60;
  final List<Integer> peers = new ArrayList<>();
  final List<Integer> servers = new ArrayList<>();

  private Options() {
    super("peers", "address=A/BITS [peers=A,B,...] [servers=A,...] [rounds=N] [bytes=N] [seconds=N]");
  }

  static Options parse(String[] args) {
    Options options = new Options();
    options.parseAll(args);
    if (options.address == Address.ANY)
      options.refuse("who are we? address=A/BITS");
    return options;
  }

  @Override
  protected boolean take(String name, String value) {
    switch (name) {
      case "peers":
        takeList(peers, value);
        return true;
      case "servers":
        takeList(servers, value);
        return true;
      case "rounds":
        rounds = number(value, 1, ROUNDS_MOST);
        return true;
      case "bytes":
        bytes = number(value, Talk.HEAD, BYTES_MOST);
        return true;
      case "seconds":
        seconds = number(value, 1, SECONDS_MOST);
        return true;
      default:
        return false;
    }
  }
}
