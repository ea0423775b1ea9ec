/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What LU decomposition gives, for matrices of which the answers are known and for a random system. */
package matrix;

import java.util.Random;

final class Systems {
  private static final double EPSILON = Math.ulp(1.0);

  /* Relative errors of the closed forms, for each row: rounding alone, condition included (order^2 at most). */
  private static final double ROUNDING = 16;

  private Systems() {
  }

  static void run(int order, Random random) throws Wrong {
    minimum(order);
    chain(order);
    random(order, random);
  }

  /* Elements min(i, j), counted from 1: the determinant is 1, and the inverse has 2 (last: 1) and -1 beside it. */
  private static void minimum(int order) throws Wrong {
    Lu lu = new Lu(Matrix.of(order, (i, j) -> Math.min(i, j) + 1));
    System.out.println("result: minimum_determinant " + lu.determinant());
    near("the determinant of min(i, j)", lu.determinant(), 1, order);
    Matrix wanted = Matrix.of(order, (i, j) -> i == j ? (i == order - 1 ? 1 : 2) : Math.abs(i - j) == 1 ? -1 : 0);
    double off = lu.inverse().minus(wanted).norm();
    System.out.println("result: minimum_inverse_error " + off);
    if (off > ROUNDING * order * order * EPSILON)
      throw new Wrong("the inverse of min(i, j) is off by " + off);
  }

  /* 2 on the diagonal, -1 beside it: the determinant is the order + 1. */
  private static void chain(int order) throws Wrong {
    Lu lu = new Lu(Matrix.of(order, (i, j) -> i == j ? 2 : Math.abs(i - j) == 1 ? -1 : 0));
    System.out.println("result: chain_determinant " + lu.determinant());
    near("the determinant of the chain", lu.determinant(), order + 1, order);
  }

  private static void near(String what, double seen, double wanted, int order) throws Wrong {
    if (Math.abs(seen - wanted) > ROUNDING * order * EPSILON * Math.abs(wanted))
      throw new Wrong(what + " is " + seen + ", not " + wanted);
  }

  /* The residual b - A x, as a part of the norms of A and x, is of the size of the rounding (Higham, Accuracy and
   * Stability of Numerical Algorithms, section 9.3); the random matrix makes growth of the pivots improbable. */
  private static void random(int order, Random random) throws Wrong {
    Matrix a = Matrix.of(order, (i, j) -> random.nextDouble() - 0.5);
    double[] b = new double[order];
    for (int i = 0; i < order; i++)
      b[i] = random.nextDouble();
    double[] x = new Lu(a).solve(b), again = a.times(x);
    for (int i = 0; i < order; i++)
      again[i] -= b[i];
    double residual = Matrix.absoluteSum(again) / (a.norm() * Matrix.absoluteSum(x));
    System.out.println("result: residual " + residual);
    if (!(residual <= order * EPSILON))
      throw new Wrong("a random system's residual is " + residual + ", more than rounding explains");
  }
}
