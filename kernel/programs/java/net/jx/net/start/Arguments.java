/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The arguments of a program on a network, NAME=VALUE each. All such programs have address=A/BITS and gateway=A, which
 * say who we are; what else there is each takes for itself. What is not understood ends the program with status 2 and
 * its usage. */
package jx.net.start;

import java.util.List;
import jx.net.Address;

public abstract class Arguments {
  public static final int SECONDS_MOST = 1_000_000;

  public int address = Address.ANY;
  public int mask;
  public int gateway = Address.ANY;

  private final String program;
  private final String usage;

  /* `usage' is what is shown behind the program's name. */
  protected Arguments(String program, String usage) {
    this.program = program;
    this.usage = usage;
  }

  /* Takes NAME=VALUE; false: there is no such name. NumberFormatException: the value is wrong. */
  protected abstract boolean take(String name, String value);

  protected final void parseAll(String[] arguments) {
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      String name = equals < 0 ? "" : argument.substring(0, equals);
      String value = argument.substring(equals + 1);
      try {
        if (!takeAddress(name, value) && !take(name, value))
          refuse("`" + argument + "' is not understood");
      } catch (NumberFormatException e) {
        refuse("`" + argument + "' is not understood");
      }
    }
    if (gateway != Address.ANY && address == Address.ANY)
      refuse("gateway= goes with address=");
  }

  private boolean takeAddress(String name, String value) {
    if (name.equals("gateway")) {
      gateway = Address.parse(value);
      return true;
    }
    if (!name.equals("address"))
      return false;
    int slash = value.indexOf('/');
    address = Address.parse(slash < 0 ? value : value.substring(0, slash));
    mask = Address.mask(slash < 0 ? 24 : number(value.substring(slash + 1), 0, 32));
    if (address == Address.ANY || Address.isMulticast(address))
      throw new NumberFormatException();
    return true;
  }

  /* A,B,...; an empty list empties what was given before. */
  protected static void takeList(List<Integer> list, String value) {
    list.clear();
    int begin = 0;
    while (begin < value.length()) {
      int comma = value.indexOf(',', begin);
      int end = comma < 0 ? value.length() : comma;
      list.add(Address.parse(value.substring(begin, end)));
      begin = end + 1;
    }
  }

  protected static int number(String text, int least, int most) {
    int value = Integer.parseInt(text);
    if (value < least || value > most)
      throw new NumberFormatException();
    return value;
  }

  protected final void refuse(String what) {
    System.err.println("error: " + program + ": " + what);
    System.err.println("usage: " + program + " " + usage);
    System.exit(2);
  }
}
