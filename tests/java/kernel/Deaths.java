/* SPDX-License-Identifier: GPL-2.0-or-later */

/** One collection finds many objects dead at once, while another thread is ready to run that must stand still. */
public class Deaths {
  static final int ROWS = 100, OBJECTS = 1000;

  static final Object[][] rows = new Object[ROWS][];
  static volatile boolean ended;
  static volatile long turns;

  static Object[] makeRow() {
    Object[] row = new Object[OBJECTS];
    for (int i = 0; i < OBJECTS; i++)
      row[i] = new Object();
    return row;
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      while (!ended)
        turns++;
    }, "other");
    other.start();
    for (int i = 0; i < ROWS; i++)
      rows[i] = makeRow();
    for (int i = 0; i < ROWS; i++)
      rows[i] = null; // a stale pointer may keep a row alive, but not all
    System.gc();
    ended = true;
    other.join();
    System.out.println("ended: " + (turns > 0));
  }
}
