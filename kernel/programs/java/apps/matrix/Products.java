/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The product of two matrices in several ways, which must agree exactly: the elements are integers so small that
 * every sum on any of the ways is one that a double holds. */
package matrix;

import java.util.Random;

final class Products {
  /* Elements from -50 to 50. Strassen's factors double with each level, and four products are added up: the
   * largest order has 7 levels above order 16, which makes 16 * 50^2 * 16^7 = 1e13 at most; 2^53 is 9e15. */
  private static final int SPAN = 101;
  private static final int TILE = 16;  /* rows of three tiles: 6 KiB, a fifth of a first-level cache */
  private static final int SMALL = 16; /* below, the plain product takes less than Strassen's sums */
  private static final int ROUNDS = 8; /* of Freivalds' test: one misses a wrong product half of the time at most */

  private interface Way {
    Matrix product(Matrix a, Matrix b);
  }

  private Products() {
  }

  static void run(int order, Random random) throws Wrong {
    Matrix a = Matrix.of(order, (i, j) -> random.nextInt(SPAN) - SPAN / 2);
    Matrix b = Matrix.of(order, (i, j) -> random.nextInt(SPAN) - SPAN / 2);
    Matrix product = plain(a, b);
    System.out.println("result: product_sum " + product.sum());
    freivalds(a, b, product, random);
    compare(a, b, product, "byRows", Products::byRows);
    compare(a, b, product, "tiled", Products::tiled);
    compare(a, b, product, "strassen", Products::strassen);
  }

  private static void compare(Matrix a, Matrix b, Matrix product, String name, Way way) throws Wrong {
    if (!way.product(a, b).sameAs(product))
      throw new Wrong("the product by " + name + "() is not that by plain()");
  }

  /* Freivalds' test: A (B x) is (A B) x for every vector x of zeros and ones. */
  private static void freivalds(Matrix a, Matrix b, Matrix product, Random random) throws Wrong {
    for (int round = 0; round < ROUNDS; round++) {
      double[] x = new double[a.order];
      for (int i = 0; i < x.length; i++)
        x[i] = random.nextInt(2);
      double[] seen = product.times(x), wanted = a.times(b.times(x));
      for (int i = 0; i < x.length; i++)
        if (seen[i] != wanted[i])
          throw new Wrong("row " + i + " of the product by plain() is wrong");
    }
  }

  /* As the definition says: walks through the columns of b. */
  private static Matrix plain(Matrix a, Matrix b) {
    Matrix product = new Matrix(a.order);
    for (int i = 0; i < a.order; i++)
      for (int j = 0; j < a.order; j++) {
        double sum = 0;
        for (int k = 0; k < a.order; k++)
          sum += a.row[i][k] * b.row[k][j];
        product.row[i][j] = sum;
      }
    return product;
  }

  /* With b transposed, so that both factors are read along their rows. */
  private static Matrix byRows(Matrix a, Matrix b) {
    Matrix turned = b.transposed();
    Matrix product = new Matrix(a.order);
    for (int i = 0; i < a.order; i++)
      for (int j = 0; j < a.order; j++)
        product.row[i][j] = Matrix.dot(a.row[i], turned.row[j]);
    return product;
  }

  /* Tile by tile, so that what is used again is still in the cache. */
  private static Matrix tiled(Matrix a, Matrix b) {
    Matrix product = new Matrix(a.order);
    for (int i = 0; i < a.order; i += TILE)
      for (int k = 0; k < a.order; k += TILE)
        for (int j = 0; j < a.order; j += TILE)
          addTile(product, a, b, i, k, j);
    return product;
  }

  private static void addTile(Matrix product, Matrix a, Matrix b, int top, int middle, int left) {
    int bottom = Math.min(top + TILE, a.order), end = Math.min(middle + TILE, a.order);
    int right = Math.min(left + TILE, a.order);
    for (int i = top; i < bottom; i++)
      for (int k = middle; k < end; k++) {
        double factor = a.row[i][k];
        double[] from = b.row[k], to = product.row[i];
        for (int j = left; j < right; j++)
          to[j] += factor * from[j];
      }
  }

  /* Seven products of half the order instead of eight (Strassen, Numer. Math. 13, 1969). */
  private static Matrix strassen(Matrix a, Matrix b) {
    if (a.order <= SMALL)
      return plain(a, b);
    int half = (a.order + 1) / 2;
    Matrix a11 = a.part(0, 0, half), a12 = a.part(0, half, half);
    Matrix a21 = a.part(half, 0, half), a22 = a.part(half, half, half);
    Matrix b11 = b.part(0, 0, half), b12 = b.part(0, half, half);
    Matrix b21 = b.part(half, 0, half), b22 = b.part(half, half, half);
    Matrix m1 = strassen(a11.plus(a22), b11.plus(b22)), m2 = strassen(a21.plus(a22), b11);
    Matrix m3 = strassen(a11, b12.minus(b22)), m4 = strassen(a22, b21.minus(b11));
    Matrix m5 = strassen(a11.plus(a12), b22), m6 = strassen(a21.minus(a11), b11.plus(b12));
    Matrix m7 = strassen(a12.minus(a22), b21.plus(b22));
    Matrix product = new Matrix(a.order);
    product.place(m1.plus(m4).minus(m5).plus(m7), 0, 0);
    product.place(m3.plus(m5), 0, half);
    product.place(m2.plus(m4), half, 0);
    product.place(m1.minus(m2).plus(m3).plus(m6), half, half);
    return product;
  }
}
