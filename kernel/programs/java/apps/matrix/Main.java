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
import jx.app.Program;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("matrix", args, 2,
      "[ORDER [SEED]]   rows and columns (64), seed (1)");
    int order = program.number(0, 64, 1, 2000);
    int seed = program.number(1, 1, 0, Integer.MAX_VALUE);
    Random random = new Random(seed);
    try {
      Products.run(order, random);
      Systems.run(order, random);
    } catch (Wrong e) {
      program.fail(e.getMessage());
    }
  }
}
