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

import jx.app.Program;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("formula", args, 3,
      "[FORMULAS [DEPTH [SEED]]]   formulas (150), levels (5), seed (1)");
    int formulas = program.number(0, 150, 1, 1000000);
    int depth = program.number(1, 5, 1, 14);
    int seed = program.number(2, 1, 0, Integer.MAX_VALUE);

    Session session = new Session(new Generator(seed, depth));
    try {
      for (int i = 0; i < formulas; i++)
        session.read(i);
    } catch (Mismatch e) {
      program.fail(e.getMessage());
    }
    session.report();
  }
}
