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

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    if (args.length > 2)
      usage("too many arguments");
    int customers = number(args, 0, 6000, 0, 10000000);
    int seed = number(args, 1, 1, 0, Integer.MAX_VALUE);

    Network network = new Network(seed);
    network.run(customers);
    network.print();
    String trouble = network.objection(customers);
    if (trouble != null) {
      System.out.flush();
      System.err.println("error: queueing: " + trouble);
      System.exit(1);
    }
  }

  private static int number(String[] args, int at, int standard, int least, int most) {
    if (at >= args.length)
      return standard;
    try {
      int value = Integer.parseInt(args[at]);
      if (value >= least && value <= most)
        return value;
    } catch (NumberFormatException e) {
      /* told below, like a number out of range */
    }
    usage("`" + args[at] + "' is no number from " + least + " to " + most);
    return standard;
  }

  private static void usage(String what) {
    System.err.println("error: queueing: " + what);
    System.err.println("usage: queueing [CUSTOMERS [SEED]]   customers (6000), seed (1)");
    System.exit(2);
  }
}
