/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Simulates customers who go through a network of queues, event by event, with lambdas and a PriorityQueue.
 *
 *   arrivals --> reception --> teller, loan or card desk (by draw) --> one in four back to reception, else out
 *
 * What its profile shows: the event loop with everything under it (boxes, flame): PriorityQueue's sifting, lambdas
 * as events, the desks' queues; events and customers, whose ages are the times that they wait (age). The event
 * `queue long' is logged when a line has grown beyond what was seen before; its argument is the length.
 *
 * Arguments: [CUSTOMERS [SEED]]: 6000, 1.
 *
 * Results: events, the time simulated, and what the desks saw, in ticks. How they are checked: Little's law holds
 * exactly here, since the simulation ends with all customers gone: the sum of the stays of customers at a desk,
 * taken one by one, is the integral of their number over time, taken step by step. The same for the whole network;
 * and who came has left.
 */
package queueing;

import jx.app.Program;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("queueing", args, 2,
      "[CUSTOMERS [SEED]]   customers (6000), seed (1)");
    int customers = program.number(0, 6000, 0, 10000000);
    int seed = program.number(1, 1, 0, Integer.MAX_VALUE);

    Network network = new Network(seed);
    network.run(customers);
    network.print();
    String trouble = network.objection(customers);
    if (trouble != null)
      program.fail(trouble);
  }
}
