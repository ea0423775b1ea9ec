/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Allocation: binary trees that live briefly beside one that lives long. */
class Trees extends Bench {
  private static final int DEPTH = 13;

  static final class Tree {
    final Tree left, right;

    Tree(Tree left, Tree right) {
      this.left = left;
      this.right = right;
    }

    int count() {
      return left == null ? 1 : 1 + left.count() + right.count();
    }
  }

  private static Tree grow(int depth) {
    return depth == 0 ? new Tree(null, null) : new Tree(grow(depth - 1), grow(depth - 1));
  }

  @Override
  long run() {
    Tree lasting = grow(DEPTH);
    long count = 0;
    for (int depth = 4; depth <= DEPTH; depth += 2)
      for (int i = 0; i < 1 << (DEPTH - depth); i++)
        count += grow(depth).count();
    return count + lasting.count();
  }

  public static void main(String[] args) {
    new Trees().measure(97621L);
  }
}
