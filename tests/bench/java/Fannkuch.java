/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Small arrays: the most flips that the pancakes of a permutation of eight need, and a checksum over all of them. */
class Fannkuch extends Bench {
  private static final int SIZE = 8;

  private static int flips(int[] start, int[] work) {
    for (int i = 0; i < SIZE; i++)
      work[i] = start[i];
    int flips = 0;
    for (int first = work[0]; first != 0; first = work[0]) {
      for (int low = 0, high = first; low < high; low++, high--) {
        int t = work[low];
        work[low] = work[high];
        work[high] = t;
      }
      flips++;
    }
    return flips;
  }

  /* The next permutation in the order of rotations; false after the last. */
  private static boolean advance(int[] permutation, int[] count) {
    for (int r = 1; r < SIZE; r++) {
      int first = permutation[0];
      for (int i = 0; i < r; i++)
        permutation[i] = permutation[i + 1];
      permutation[r] = first;
      if (--count[r] > 0)
        return true;
      count[r] = r + 1;
    }
    return false;
  }

  @Override
  long run() {
    int[] permutation = new int[SIZE], work = new int[SIZE], count = new int[SIZE];
    for (int i = 0; i < SIZE; i++) {
      permutation[i] = i;
      count[i] = i + 1;
    }
    int most = 0, sum = 0, number = 0;
    do {
      int flips = flips(permutation, work);
      most = Math.max(most, flips);
      sum += number++ % 2 == 0 ? flips : -flips;
    } while (advance(permutation, count));
    return sum * 100L + most;
  }

  public static void main(String[] args) {
    new Fannkuch().measure(161622);
  }
}
