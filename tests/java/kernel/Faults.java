/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;

/** What goes wrong on purpose, and what stands at the edge: each by its name, with the arguments behind it. */
public class Faults {
  static int depth;
  static Object sink;

  static int descend(int n) {
    depth = n;
    return descend(n + 1) + 1;
  }

  static boolean overflows() {
    try {
      descend(0);
    } catch (StackOverflowError e) {
      return depth > 1000;
    }
    return false;
  }

  static void stackOverflow() throws InterruptedException {
    System.out.println("main " + overflows() + overflows());
    Thread t = new Thread(() -> System.out.println("thread " + overflows() + overflows()));
    t.start();
    t.join();
  }

  static void heapFull() {
    for (int round = 0; round < 3; round++) {
      ArrayList<Object> all = new ArrayList<>();
      try {
        for (;;)
          all.add(new long[50]);
      } catch (OutOfMemoryError e) {
        boolean many = all.size() > 1000;
        all = null;
        System.out.println("full " + many + " " + e.getMessage());
      }
    }
    try {
      sink = new long[1 << 28];
    } catch (OutOfMemoryError e) {
      System.out.println("one " + e.getMessage());
    }
  }

  static void largeObjects() {
    long sum = 0;
    for (int i = 0; i < 200; i++) {
      byte[] large = new byte[1000003 * (1 + i % 7)];
      large[large.length - 1] = (byte) i;
      sum += large[i] + large[large.length - 1] + large.length;
    }
    System.out.println("large " + sum);
  }

  static Object[] chain;

  /* A heap of 24 MiB has room for them; it has not where each takes twice its bytes. */
  static void buffers() {
    byte[][] all = new byte[300][];
    for (int i = 0; i < all.length; i++)
      all[i] = new byte[65536];
    System.out.println(all.length);
  }

  /* Fills memory with large arrays, and then with small ones until nothing is left for an exception. */
  static void fill(int bytes) {
    for (;;) {
      Object[] link = { chain, new byte[bytes] };
      chain = link;
    }
  }

  static void exitElsewhere() throws InterruptedException {
    System.out.print("no end of line");
    Thread t = new Thread(() -> System.exit(3));
    t.start();
    t.join();
    Thread.sleep(1000000);
  }

  static void daemonLeft() {
    Thread t = new Thread(() -> {
      for (;;)
        sink = new int[10];
    });
    t.setDaemon(true);
    t.start();
    System.out.println("main ends");
  }

  static void manyThreads() throws InterruptedException {
    long[] sum = new long[1];
    for (int i = 0; i < 600; i++) {
      int n = i;
      Thread t = new Thread(() -> sum[0] += n);
      t.start();
      if (i % 3 == 0)
        t.join();
      else
        while (t.isAlive())
          Thread.yield();
    }
    System.out.println("many " + sum[0]);
  }

  static void uncaughtInThread() throws InterruptedException {
    Thread t = new Thread(() -> {
      throw new IllegalStateException("in a thread");
    }, "thrower");
    t.start();
    t.join();
    System.out.println("main goes on");
  }

  static void sleepers() throws InterruptedException {
    long before = System.nanoTime();
    Thread[] threads = new Thread[5];
    StringBuilder order = new StringBuilder();
    for (int i = 0; i < threads.length; i++) {
      int n = i;
      threads[i] = new Thread(() -> {
        try {
          Thread.sleep(250 - 50 * n);
        } catch (InterruptedException e) {
          n(order, "interrupted ");
        }
        n(order, n + " ");
      });
      threads[i].start();
    }
    Object lock = new Object();
    synchronized (lock) {
      lock.wait(20);
    }
    for (Thread t : threads)
      t.join();
    long millis = (System.nanoTime() - before) / 1000000;
    System.out.println("order " + order + (millis >= 250 && millis < 400));
  }

  private static void n(StringBuilder to, String text) {
    synchronized (to) {
      to.append(text);
    }
  }

  static void deadlock() throws InterruptedException {
    Object a = new Object(), b = new Object();
    Thread t = new Thread(() -> {
      synchronized (b) {
        Thread.yield();
        synchronized (a) {
          System.out.println("never");
        }
      }
    }, "other");
    synchronized (a) {
      t.start();
      Thread.sleep(50);
      synchronized (b) {
        System.out.println("never");
      }
    }
  }

  static void input() throws java.io.IOException {
    int sum = 0, count = 0;
    for (int b; (b = System.in.read()) >= 0; count++)
      sum = sum * 31 + b;
    System.out.println("input " + count + " " + sum + " " + System.in.read());
  }

  static void outOfBounds(int n) {
    int[] few = new int[n];
    try {
      few[n] = 1;
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new IllegalStateException("wrapped", e);
    }
  }

  public static void main(String[] args) throws Exception {
    System.err.println("begins");
    switch (args[0]) {
      case "arguments":
        for (String a : args)
          System.out.println("[" + a + "]");
        break;
      case "uncaught": outOfBounds(3); break;
      case "uncaught_in_thread": uncaughtInThread(); break;
      case "stack_overflow": stackOverflow(); break;
      case "heap_full": heapFull(); break;
      case "buffers": buffers(); break;
      case "fill_large": fill(1000000); break;
      case "fill_small": fill(1); break;
      case "large_objects": largeObjects(); break;
      case "exit_elsewhere": exitElsewhere(); break;
      case "daemon_left": daemonLeft(); break;
      case "many_threads": manyThreads(); break;
      case "sleepers": sleepers(); break;
      case "deadlock": deadlock(); break;
      case "input": input(); break;
      case "assert": assert args.length > 5 : "a message"; break;
      default: throw new IllegalArgumentException(args[0]);
    }
    System.out.println("ends");
  }
}
