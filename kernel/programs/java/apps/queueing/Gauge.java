/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How many are somewhere, and both sides of Little's law for them: the integral of their number over time, and
 * the sum of their stays. */
package queueing;

final class Gauge {
  private final Agenda agenda;
  private long number, most, entered, left;
  private long area, since; /* the integral up to `since' */
  private long stays;

  Gauge(Agenda agenda) {
    this.agenda = agenda;
  }

  /* Counts one more; true when there are more than ever before. */
  boolean enter() {
    advance();
    entered++;
    if (++number <= most)
      return false;
    most = number;
    return true;
  }

  /* Counts one less, who had come at that time. */
  void leave(long came) {
    advance();
    left++;
    number--;
    stays += agenda.now() - came;
  }

  private void advance() {
    area += number * (agenda.now() - since);
    since = agenda.now();
  }

  /* What does not fit when all should have left, or null. */
  String objection(String where) {
    if (number != 0 || entered != left)
      return where + ": " + entered + " came, " + left + " have left";
    return area == stays ? null : where + ": stays add up to " + stays + ", numbers over time to " + area;
  }

  long entered() {
    return entered;
  }

  long most() {
    return most;
  }

  /* Mean stay in ticks, rounded down; 0 when no customer came. */
  long meanStay() {
    return entered == 0 ? 0 : stays / entered;
  }
}
