/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program as who started it sees it: arguments, all of them numbers that may be left out, and the exit status. What
 * ends a program early says why on the standard error: status 2 when the arguments were wrong, 1 when a check failed.
 * Knows nothing of the machine, so that it runs on any JDK as well. */
package jx.app;

public final class Program {
  private final String name;
  private final String[] arguments;
  private final String usage;

  /* `usage` is shown behind the name when one of `arguments` is wrong, or when there are more than `most`. */
  public Program(String name, String[] arguments, int most, String usage) {
    this.name = name;
    this.arguments = arguments;
    this.usage = usage;
    if (arguments.length > most)
      refuse("too many arguments");
  }

  /* Argument `at`, from 0, that is a number from `least` to `most`; `standard` when it is not given. */
  public int number(int at, int standard, int least, int most) {
    if (at >= arguments.length)
      return standard;
    try {
      int value = Integer.parseInt(arguments[at]);
      if (value >= least && value <= most)
        return value;
    } catch (NumberFormatException e) {
      /* told below, like a number out of range */
    }
    refuse("`" + arguments[at] + "' is no number from " + least + " to " + most);
    return standard;
  }

  /* Ends the program, because a check has found `trouble`. */
  public void fail(String trouble) {
    System.out.flush();
    System.err.println("error: " + name + ": " + trouble);
    System.exit(1);
  }

  private void refuse(String what) {
    System.err.println("error: " + name + ": " + what);
    System.err.println("usage: " + name + " " + usage);
    System.exit(2);
  }
}
