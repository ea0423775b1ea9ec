/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Doors.java: three threads pass two doors, which are monitors: that of an object, and that of a class. In each turn main
 * comes first, `first' while main is inside, and `second' while `first' waits. The guests say how long they have waited,
 * which they measure themselves.
 */
public class Doors {
  static final int TURNS = 20;
  static final long MS = 1_000_000, TURN = 15 * MS;

  static final class Guest {
    final long comesAfter, stays;
    long waited;

    Guest(long comesAfterMs, long staysMs) {
      comesAfter = comesAfterMs * MS;
      stays = staysMs;
    }

    void stay(long came) throws InterruptedException {
      waited += System.nanoTime() - came;
      Thread.sleep(stays);
    }
  }

  interface Passage { void pass(Guest guest, long came) throws InterruptedException; }

  /* A line each: run.sh looks for them. */
  static final class Door {
    synchronized void pass(Guest guest, long came) throws InterruptedException { guest.stay(came); }
  }
  static synchronized void passAll(Guest guest, long came) throws InterruptedException { guest.stay(came); }

  static void sleepUntil(long nanos) throws InterruptedException {
    for (long left; (left = nanos - System.nanoTime()) > 0; )
      Thread.sleep(left / MS, (int) (left % MS));
  }

  static void visit(Passage door, long begin, Guest guest) {
    try {
      for (int turn = 0; turn < TURNS; turn++) {
        sleepUntil(begin + turn * TURN + guest.comesAfter);
        door.pass(guest, System.nanoTime());
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static void meet(String lock, Passage door) throws InterruptedException {
    long begin = System.nanoTime() + TURN;
    Guest first = new Guest(2, 1), second = new Guest(4, 0);
    Thread a = new Thread(() -> visit(door, begin, first), "first");
    Thread b = new Thread(() -> visit(door, begin, second), "second");
    a.start();
    b.start();
    visit(door, begin, new Guest(0, 8));
    a.join();
    b.join();
    System.out.println(lock + ": first waited " + first.waited + " ns");
    System.out.println(lock + ": second waited " + second.waited + " ns");
  }

  public static void main(String[] args) throws InterruptedException {
    Door door = new Door();
    meet("object", door::pass);
    meet("class", Doors::passAll);
  }
}
