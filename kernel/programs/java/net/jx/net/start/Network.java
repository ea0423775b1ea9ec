/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The network for a program that knows nothing of ours: one that runs on any JDK, too. Its file `start' names the class
 * with its main(); what host-tools/run/java.sh makes of that calls open() first. */
package jx.net.start;

import java.util.Arrays;

public final class Network extends Arguments {
  private Network(String program, String[] arguments) {
    super(program, "[address=A/BITS [gateway=A]] ARGUMENTS...");
    parseAll(arguments);
  }

  @Override
  protected boolean take(String name, String value) {
    return false;
  }

  private static boolean isOurs(String argument) {
    return argument.startsWith("address=") || argument.startsWith("gateway=");
  }

  /* Opens it, for sockets of java.net, as the first arguments say; returns the others. */
  public static String[] open(String program, String[] arguments) throws InterruptedException {
    int ours = 0;
    while (ours < arguments.length && isOurs(arguments[ours]))
      ours++;
    Station station = Station.open(program, new Network(program, Arrays.copyOf(arguments, ours)));
    station.stack.openSockets();
    station.begin();
    return Arrays.copyOfRange(arguments, ours, arguments.length);
  }
}
