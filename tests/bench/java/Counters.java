/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Synchronized methods in short loops, where a monitor is entered as often as there are turns. */
class Counters extends Bench {
  private long count;

  private synchronized void add(int n) {
    count += n;
  }

  private static long shared;

  private static synchronized void share(int n) {
    shared ^= n;
  }

  @Override
  long run() {
    count = 0;
    shared = 0;
    for (int i = 0; i < 200_000; i++)
      add(i);
    for (int i = 0; i < 100_000; i++)
      share(i);
    return count + shared;
  }

  public static void main(String[] args) {
    new Counters().measure(19999900000L);
  }
}
