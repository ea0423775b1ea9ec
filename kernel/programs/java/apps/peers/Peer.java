/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What we know of another node. Only the packet thread writes it. */
package peers;

final class Peer {
  final int address;
  final boolean asksUs;          /* it has questions of its own, and says when it has all answers */

  int round = 1;                 /* that is under way; above the number of rounds: all are answered */
  boolean isAsked;               /* it has been sent a question */
  int repeated;                  /* questions that were sent once more */
  int farewells;                 /* that we have sent it, once all are answered */
  boolean toldItsEnd;            /* it has all its answers */
  boolean knowsOurs;             /* it knows that we have ours */
  long sentAt;                   /* System.nanoTime() of the last question */
  long heardAt;                  /* and of the last that came from it */

  Peer(int address, boolean asksUs, long now) {
    this.address = address;
    this.asksUs = asksUs;
    sentAt = now;
    heardAt = now;
  }
}
