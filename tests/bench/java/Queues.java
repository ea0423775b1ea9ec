/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayDeque;
import java.util.PriorityQueue;

/** A small operating system: tasks with priorities send each other packets through queues. */
class Queues extends Bench {
  static final class Packet {
    final int from, kind;
    int hops;

    Packet(int from, int kind) {
      this.from = from;
      this.kind = kind;
    }
  }

  abstract static class Task implements Comparable<Task> {
    final int number, priority;
    final ArrayDeque<Packet> inbox = new ArrayDeque<>();
    long done;
    boolean queued;

    Task(int number, int priority) {
      this.number = number;
      this.priority = priority;
    }

    @Override
    public int compareTo(Task other) {
      return priority != other.priority ? Integer.compare(other.priority, priority)
                                        : Integer.compare(number, other.number);
    }

    abstract void handle(Packet p, Queues system);
  }

  static final class Forwarder extends Task {
    Forwarder(int number, int priority) {
      super(number, priority);
    }

    @Override
    void handle(Packet p, Queues system) {
      done += p.kind;
      if (++p.hops < 12)
        system.send((number * 5 + p.kind) % system.tasks.length, p);
    }
  }

  static final class Splitter extends Task {
    Splitter(int number, int priority) {
      super(number, priority);
    }

    @Override
    void handle(Packet p, Queues system) {
      done++;
      if (++p.hops < 12)
        for (int i = 0; i < 2; i++) {
          Packet part = new Packet(number, p.kind + i);
          part.hops = p.hops + 2 + i;
          system.send((number + 3 + i) % system.tasks.length, part);
        }
    }
  }

  private final Task[] tasks = new Task[12];
  private final PriorityQueue<Task> ready = new PriorityQueue<>();

  void send(int to, Packet p) {
    Task t = tasks[to];
    t.inbox.addLast(p);
    if (!t.queued) {
      t.queued = true;
      ready.add(t);
    }
  }

  private void schedule() {
    for (Task t = ready.poll(); t != null; t = ready.poll()) {
      t.queued = false;
      t.handle(t.inbox.removeFirst(), this);
      if (!t.inbox.isEmpty() && !t.queued) {
        t.queued = true;
        ready.add(t);
      }
    }
  }

  @Override
  long run() {
    for (int i = 0; i < tasks.length; i++)
      tasks[i] = i % 3 == 2 ? new Splitter(i, i % 4) : new Forwarder(i, i % 5);
    for (int i = 0; i < 2000; i++) {
      send(i % tasks.length, new Packet(-1, i % 7));
      schedule();
    }
    long sum = 0;
    for (Task t : tasks)
      sum = sum * 17 + t.done;
    return sum;
  }

  public static void main(String[] args) {
    new Queues().measure(595544332592041115L);
  }
}
