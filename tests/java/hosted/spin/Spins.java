/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * Threads that spin for each other: in a loop, and in a method that calls itself. On the host this ends only with
 * --safepoints.
 */
public class Spins {
  private static volatile int turn;
  private static volatile boolean done;

  private static int waitDeep(int turns) {
    return done || turns == 0 ? turns : waitDeep(turns - 1);
  }

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> {
      for (int i = 1; i < 20; i += 2) {
        while (turn != i) { }
        turn = i + 1;
      }
      done = true;
    });
    other.start();
    for (int i = 0; i < 20; i += 2) {
      while (turn != i) { }
      turn = i + 1;
    }
    while (waitDeep(100) == 0) { }
    other.join();
    System.out.println("turn " + turn);
  }
}
