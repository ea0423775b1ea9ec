/* SPDX-License-Identifier: GPL-2.0-or-later */
import jx.prof.Timing;

/** A method whose timing is switched on and off: where instructions are counted, it takes as long as before. */
public class Timed {
  static final int CALLS = 10000;
  static int sink;

  static void leaf(int n) {
    sink += n;
  }

  static long nanos() {
    long begun = System.nanoTime();
    for (int i = 0; i < CALLS; i++)
      leaf(i);
    return System.nanoTime() - begun;
  }

  public static void main(String[] args) {
    nanos();
    long before = nanos();
    int matched = Timing.on("Timed.le?f");
    long timed = nanos();
    int off = Timing.off("Timed.*");
    long after = nanos();
    System.out.println("matched " + matched + ", " + (off >= 3) + ", " + Timing.on("Timed.no_such*"));
    System.out.println("longer " + (timed > 3 * before) + ", as before " + (after < before + before / 10));
    try {
      Timing.on(null);
    } catch (NullPointerException e) {
      System.out.println("no pattern");
    }
  }
}
