/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Events of a simulation, in the order of their times: most come soon, some late; each notes what it has done in a
 * history of its kind, of which the last hundred are kept. */
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Random;

public class Arrivals {
  static final class Event implements Comparable<Event> {
    final long time;
    final int kind;
    Event(long time, int kind) { this.time = time; this.kind = kind; }
    @Override public int compareTo(Event o) { return Long.compare(time, o.time); }
  }

  record Note(long time, String text) { }

  static long delay(Random random) {
    long mean = random.nextInt(8) == 0 ? 2000 : 100;
    return 1 + (long) (-mean * Math.log(1 - random.nextDouble()));
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Random random = new Random(17);
    PriorityQueue<Event> agenda = new PriorityQueue<>();
    @SuppressWarnings("unchecked") ArrayDeque<Note>[] history = new ArrayDeque[5];
    for (int i = 0; i < history.length; i++)
      history[i] = new ArrayDeque<>();
    for (int i = 0; i < 200; i++)
      agenda.add(new Event(delay(random), i % 5));
    long sum = 0;
    for (int i = 0; i < n; i++) {
      Event e = agenda.poll();
      ArrayDeque<Note> notes = history[e.kind];
      notes.addLast(new Note(e.time, e.kind % 2 == 0 ? "at " + e.time : null));
      if (notes.size() > 100)
        sum += notes.removeFirst().time();
      agenda.add(new Event(e.time + delay(random), random.nextInt(5)));
    }
    System.out.println("sum " + sum);
  }
}
