/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A desk with some clerks and one line, first come, first served. Who is served goes on to what the desk is given. */
package queueing;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

import jx.prof.EventLog;

final class Desk {
  private static final int LONG = EventLog.register("queue long"); /* argument: customers at the desk */

  private final String name;
  private final Agenda agenda;
  private final LongSupplier service; /* draws how long one takes */
  private final Consumer<Customer> next;
  private final Queue<Customer> line = new ArrayDeque<>();
  private final Gauge gauge;
  private int idle;

  Desk(String name, Agenda agenda, int clerks, LongSupplier service, Consumer<Customer> next) {
    this.name = name;
    this.agenda = agenda;
    this.service = service;
    this.next = next;
    gauge = new Gauge(agenda);
    idle = clerks;
  }

  void accept(Customer customer) {
    customer.cameHere = agenda.now();
    if (gauge.enter())
      EventLog.log(LONG, gauge.most());
    if (idle == 0) {
      line.add(customer);
      return;
    }
    idle--;
    serve(customer);
  }

  private void serve(Customer customer) {
    agenda.plan(service.getAsLong(), () -> served(customer));
  }

  private void served(Customer customer) {
    gauge.leave(customer.cameHere);
    Customer waiting = line.poll();
    if (waiting == null)
      idle++;
    else
      serve(waiting);
    next.accept(customer);
  }

  void print() {
    System.out.println("result: " + name + "_served " + gauge.entered());
    System.out.println("result: " + name + "_mean_stay " + gauge.meanStay());
    System.out.println("result: " + name + "_most " + gauge.most());
  }

  String objection() {
    return gauge.objection(name);
  }
}
