/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The threads around the buffer: starts them, ends them, and puts together what the consumers found. When one
 * fails the others are interrupted; the first failure is kept. */
package buffer;

import java.util.ArrayList;
import java.util.List;

final class Team {
  /* A thread of the team, numbered from 1. */
  abstract static class Member extends Thread {
    final Team team;
    final int number;

    Member(Team team, String role, int number) {
      super(role + " " + number);
      this.team = team;
      this.number = number;
    }

    abstract void work() throws InterruptedException;

    @Override
    public final void run() {
      try {
        work();
      } catch (InterruptedException | RuntimeException | OutOfMemoryError e) {
        team.failed(this, e);
      }
    }
  }

  final Buffer buffer;
  final int parcels;
  private final List<Member> producers = new ArrayList<>();
  private final List<Consumer> consumers = new ArrayList<>();
  private String trouble;

  /* `parcels' of each producer. */
  Team(int producers, int consumers, int parcels, Buffer buffer) {
    this.parcels = parcels;
    this.buffer = buffer;
    for (int i = 0; i < producers; i++)
      this.producers.add(new Producer(this, i + 1));
    for (int i = 0; i < consumers; i++)
      this.consumers.add(new Consumer(this, producers + i + 1, producers));
  }

  private synchronized void failed(Member member, Throwable why) {
    if (trouble != null)
      return;
    trouble = member.getName() + ": " + why;
    for (Member other : producers)
      other.interrupt();
    for (Member other : consumers)
      other.interrupt();
  }

  /* Does all the work; what went wrong, or null. */
  String run() {
    for (Member producer : producers)
      producer.start();
    for (Member consumer : consumers)
      consumer.start();
    join(producers);
    buffer.close();
    join(consumers);
    synchronized (this) {
      return trouble;
    }
  }

  private void join(List<? extends Member> members) {
    for (Member member : members)
      try {
        member.join();
      } catch (InterruptedException e) {
        failed(member, e);
      }
  }

  /* After run(), as the rest. */
  long digest() {
    long digest = 0;
    for (Consumer consumer : consumers)
      digest += consumer.digest();
    return digest;
  }

  long received() {
    long received = 0;
    for (Consumer consumer : consumers)
      received += consumer.received();
    return received;
  }

  List<Consumer> consumers() {
    return consumers;
  }
}
