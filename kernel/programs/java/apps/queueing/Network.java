/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The house: its desks, who goes where, and how long things take. All draws come from one generator. */
package queueing;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

final class Network {
  private static final int BETWEEN = 100; /* mean ticks from one arrival to the next; the rest is in these units */

  private final Agenda agenda = new Agenda();
  private final Random random;
  private final Gauge house = new Gauge(agenda);
  private final List<Desk> special = new ArrayList<>();
  private final Desk reception;

  Network(long seed) {
    random = new Random(seed);
    reception = desk("reception", 2, 130, this::choose); /* four thirds of the customers: both clerks busy 87 % */
    special.add(desk("teller", 2, 260, this::goOn));
    special.add(desk("loan", 4, 700, this::goOn));
    special.add(desk("card", 1, 120, this::goOn));
  }

  private Desk desk(String name, int clerks, long mean, Consumer<Customer> next) {
    return new Desk(name, agenda, clerks, () -> draw(mean), next);
  }

  /* An exponentially distributed number of ticks, by comparisons alone (von Neumann, Various techniques used in
   * connection with random digits, 1951): of falling runs of draws, the first one of odd length gives the
   * fraction by its first draw, and the whole part by the number of runs before it. */
  private long draw(long mean) {
    for (long whole = 0;; whole++) {
      int first = random.nextInt() >>> 1;
      if (oddRun(first))
        return (whole << 31 | first) * mean >>> 31;
    }
  }

  private boolean oddRun(int first) {
    boolean odd = false;
    int last, next = first;
    do {
      last = next;
      next = random.nextInt() >>> 1;
      odd = !odd;
    } while (next < last);
    return odd;
  }

  private void choose(Customer customer) {
    int ticket = random.nextInt(10);
    special.get(ticket < 5 ? 0 : ticket < 8 ? 1 : 2).accept(customer);
  }

  private void goOn(Customer customer) {
    if (random.nextInt(4) == 0)
      reception.accept(customer);
    else
      house.leave(customer.came);
  }

  void run(int customers) {
    if (customers > 0)
      agenda.plan(draw(BETWEEN), () -> arrive(customers));
    agenda.run();
  }

  /* One comes; `left' with him are still to come. */
  private void arrive(int left) {
    if (left > 1)
      agenda.plan(draw(BETWEEN), () -> arrive(left - 1));
    house.enter();
    reception.accept(new Customer(agenda.now()));
  }

  void print() {
    System.out.println("result: events " + agenda.planned());
    System.out.println("result: ticks " + agenda.now());
    System.out.println("result: house_mean_stay " + house.meanStay());
    System.out.println("result: house_most " + house.most());
    reception.print();
    special.forEach(Desk::print);
  }

  /* What is wrong after run(customers), or null. */
  String objection(int customers) {
    if (house.entered() != customers)
      return house.entered() + " customers came, " + customers + " were to come";
    String trouble = house.objection("house");
    if (trouble == null)
      trouble = reception.objection();
    for (Desk desk : special)
      if (trouble == null)
        trouble = desk.objection();
    return trouble;
  }
}
