/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Producers and consumers around one bounded buffer: threads, monitors, wait and notify.
 *
 * What its profile shows: who runs and who waits (threads), and why: the events `buffer full' and `buffer empty',
 * whose argument is the number of the thread that has to wait. In the first half making a parcel is the hard part, a
 * search (Parcel.isSealed), and consumers wait; in the second half parcels are large and quick to make, and
 * producers wait until they have been sorted. The change is to be seen in all charts over time. Parcels live as long
 * as they wait (age).
 *
 * Arguments: [PRODUCERS [CONSUMERS [PARCELS [CAPACITY]]]]: 3, 2, 600 of each producer, 8 places.
 *
 * Results: parcels, digest, which do not depend on who ran when. How they are checked: consumers test each seal, and
 * that a producer's parcels come in order; each parcel must have come once; main makes all parcels again, alone, and
 * digests them without sorting; the buffer must never have held more than it can.
 */
package buffer;

import jx.app.Program;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("buffer", args, 4,
      "[PRODUCERS [CONSUMERS [PARCELS [CAPACITY]]]]"
      + "   threads (3, 2), parcels of each producer (600), places in the buffer (8)");
    int producers = program.number(0, 3, 1, 100);
    int consumers = program.number(1, 2, 1, 100);
    int parcels = program.number(2, 600, 0, 1000000);
    int capacity = program.number(3, 8, 1, 10000);

    Team team = new Team(producers, consumers, parcels, new Buffer(capacity));
    String trouble = team.run();
    if (trouble == null) {
      System.out.println("result: parcels " + team.received());
      System.out.println("result: digest " + Long.toHexString(team.digest()));
      trouble = Audit.objection(team, producers, parcels, capacity);
    }
    if (trouble != null)
      program.fail(trouble);
  }
}
