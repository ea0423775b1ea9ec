/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Multiplies and solves with matrices of doubles: four ways to a product, LU decomposition, inverse.
 *
 * What its profile shows: the same product four times, so that the ways compare side by side (boxes, the table of
 * methods): plain, by rows, in tiles, and Strassen's, whose temporary matrices make most of the objects (creation by
 * size, age); LU with its solves. Nearly all instructions are floating point, which QEMU does in software.
 *
 * Arguments: [ORDER [SEED]]: 64 rows and columns, 1.
 *
 * Results: sums over the products, determinants, residuals. How they are checked: with small integers as elements all
 * four products are exact, and must be equal and agree with Freivalds' test; determinants and inverse of matrices for
 * which they have closed forms; the residual of a random system, against the bound of Gaussian elimination.
 */
package matrix;

import java.util.Random;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    if (args.length > 2)
      usage("too many arguments");
    int order = number(args, 0, 64, 1, 2000);
    int seed = number(args, 1, 1, 0, Integer.MAX_VALUE);
    Random random = new Random(seed);
    try {
      Products.run(order, random);
      Systems.run(order, random);
    } catch (Wrong e) {
      System.out.flush();
      System.err.println("error: matrix: " + e.getMessage());
      System.exit(1);
    }
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
    System.err.println("error: matrix: " + what);
    System.err.println("usage: matrix [ORDER [SEED]]   rows and columns (64), seed (1)");
    System.exit(2);
  }
}
