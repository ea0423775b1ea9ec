/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayDeque;

/** Threads that meet: synchronized methods and blocks, wait and notify, join, interrupt, initialisation by several. */
public class Threads {
  static class Buffer {
    private final ArrayDeque<Integer> items = new ArrayDeque<>();

    synchronized void put(int n) throws InterruptedException {
      while (items.size() == 3)
        wait();
      items.addLast(n);
      notifyAll();
    }

    synchronized int take() throws InterruptedException {
      while (items.isEmpty())
        wait();
      int n = items.removeFirst();
      notifyAll();
      return n;
    }
  }

  static class Shared {
    static int made;
    static final Shared ONE = new Shared();

    Shared() {
      made++;
    }
  }

  static class Account {
    long balance;

    void add(long n) {
      synchronized (this) {
        long before = balance;
        Thread.yield();
        balance = before + n;
      }
    }
  }

  static Thread start(String name, Runnable body) {
    Thread t = new Thread(body, name);
    t.start();
    return t;
  }

  static void buffers() throws InterruptedException {
    Buffer buffer = new Buffer();
    long[] sums = new long[2];
    Thread producer = start("producer", () -> {
      try {
        for (int i = 1; i <= 500; i++)
          buffer.put(i);
        buffer.put(-1);
        buffer.put(-1);
      } catch (InterruptedException e) {
        System.out.println("never");
      }
    });
    Thread[] consumers = new Thread[2];
    for (int c = 0; c < 2; c++) {
      int number = c;
      consumers[c] = start("consumer", () -> {
        try {
          for (int n = buffer.take(); n > 0; n = buffer.take())
            sums[number] += n;
        } catch (InterruptedException e) {
          System.out.println("never");
        }
      });
    }
    producer.join();
    for (Thread c : consumers)
      c.join();
    System.out.println("sum " + (sums[0] + sums[1]) + " " + producer.isAlive());
  }

  static void accounts() throws InterruptedException {
    Account account = new Account();
    Thread[] all = new Thread[4];
    for (int i = 0; i < all.length; i++)
      all[i] = start("adder" + i, () -> {
        for (int k = 0; k < 100; k++)
          account.add(k);
        if (Shared.ONE == null)
          System.out.println("never");
      });
    for (Thread t : all)
      t.join();
    System.out.println("balance " + account.balance + " made " + Shared.made);
  }

  static void interrupts() throws InterruptedException {
    Thread sleeper = start("sleeper", () -> {
      try {
        Thread.sleep(100000);
        System.out.println("never");
      } catch (InterruptedException e) {
        System.out.println("interrupted " + Thread.currentThread().getName() + Thread.currentThread().isInterrupted());
      }
    });
    sleeper.interrupt();
    sleeper.join();
    try {
      new Object().notify();
    } catch (IllegalMonitorStateException e) {
      System.out.println("not the owner");
    }
    Thread.currentThread().interrupt();
    System.out.println(Thread.interrupted() + " " + Thread.interrupted());
  }

  public static void main(String[] args) throws InterruptedException {
    buffers();
    accounts();
    interrupts();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the end")));
    new Thread(() -> System.out.println("a thread that outlives main")).start();
  }
}
