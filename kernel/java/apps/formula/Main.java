/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads formulas: a tokenizer, a parser, an evaluator, a simplifier and a printer of an expression language.
 *
 *   formula = term { ("+" | "-") term }          term = factor { ("*" | "/" | "%") factor }
 *   factor  = ["-"] ( number | name | name "(" formula { "," formula } ")" | "(" formula ")" )
 *
 * Numbers are integers of 64 bits that wrap; / and % round to zero, and fail on a zero. Names: the variables a to h,
 * the functions min, max, abs, gcd, and if (which evaluates only the part that it takes). The texts come from a
 * generator.
 *
 * What its profile shows: recursion that goes as deep as the text (Parser, and the eval and print of the nodes:
 * boxes, flame), many small methods behind a virtual call; tokens that die young, trees that live for one formula
 * (age); the way of an exception through the parser (faulty texts).
 *
 * Arguments: [FORMULAS [DEPTH [SEED]]]: 150 formulas, 5 levels at most, 1.
 *
 * Results: what was read, and a digest of the values. How they are checked: the generator knows each value;
 * Postfix.java evaluates the tokens without a tree; the simplified tree has the same value; what is printed is read
 * again as the same tree; a text with a fault is refused, at the place of the fault.
 */
package formula;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    if (args.length > 3)
      usage("too many arguments");
    int formulas = number(args, 0, 150, 1, 1000000);
    int depth = number(args, 1, 5, 1, 14);
    int seed = number(args, 2, 1, 0, Integer.MAX_VALUE);

    Session session = new Session(new Generator(seed, depth));
    try {
      for (int i = 0; i < formulas; i++)
        session.read(i);
    } catch (Mismatch e) {
      System.err.println("error: formula: " + e.getMessage());
      System.exit(1);
    }
    session.report();
  }

  private static int number(String[] args, int at, int standard, int least, int most) {
    if (at >= args.length)
      return standard;
    try {
      int value = Integer.parseInt(args[at]);
      if (value >= least && value <= most)
        return value;
    } catch (NumberFormatException e) {
      /* told below, like a number out of range */
    }
    usage("`" + args[at] + "' is no number from " + least + " to " + most);
    return standard;
  }

  private static void usage(String what) {
    System.err.println("error: formula: " + what);
    System.err.println("usage: formula [FORMULAS [DEPTH [SEED]]]   formulas (150), levels (5), seed (1)");
    System.exit(2);
  }
}
