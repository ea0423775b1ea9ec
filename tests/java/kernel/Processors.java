/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What goes wrong where threads run at the same time and the runtime takes them to run by turns. Each test ends with a
 * count that is the same on any number of processors. The argument says how often each of them is done.
 */
public class Processors {
  static final int THREADS = 4;

  interface Work { void run(int number) throws Exception; }

  /** Runs `work` in all threads, which begin together; what one of them throws ends the program. */
  static void together(Work work) throws Exception {
    Thread[] threads = new Thread[THREADS];
    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicInteger begun = new AtomicInteger();
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      threads[t] = new Thread(() -> {
        begun.incrementAndGet();
        while (begun.get() < THREADS)
          Thread.onSpinWait();
        try {
          work.run(number);
        } catch (Throwable e) {
          failure.compareAndSet(null, e);
        }
      }, "worker " + t);
      threads[t].start();
    }
    for (Thread thread : threads)
      thread.join();
    if (failure.get() != null)
      throw new IllegalStateException(failure.get());
  }

  static void check(boolean right, String what) {
    if (!right)
      throw new IllegalStateException(what);
  }

  // ---- monitors ----

  static int counter;
  static synchronized void count() { counter++; }

  static final Object[] guards = new Object[8];
  static final int[] guarded = new int[8];

  static int nested(int depth) {
    synchronized (guards[0]) {
      return depth == 0 ? ++guarded[0] : nested(depth - 1);
    }
  }

  static void counters(int rounds) throws Exception {
    counter = 0;
    for (int i = 0; i < guards.length; i++) {
      guards[i] = new Object();
      guarded[i] = 0;
    }
    together(number -> {
      for (int i = 0; i < 500 * rounds; i++) {
        count();
        int at = 1 + (i * 7 + number) % 7;
        synchronized (guards[at]) {
          guarded[at]++;
        }
        if (i % 50 == 0)
          nested(i % 700);
      }
    });
    int sum = 0;
    for (int i = 1; i < guards.length; i++)
      sum += guarded[i];
    System.out.println("counters " + counter + " " + sum + " " + guarded[0]);
  }

  /** Notified threads wake each other in a ring; some of the waits have an end, which comes at any moment. */
  static void pingPong(int rounds) throws Exception {
    Object ring = new Object();
    int[] turn = new int[1];
    together(number -> {
      for (int i = 0; i < 60 * rounds; i++)
        synchronized (ring) {
          while (turn[0] % THREADS != number)
            if (i % 3 == 0)
              ring.wait(1 + i % 5);
            else
              ring.wait();
          turn[0]++;
          ring.notifyAll();
        }
    });
    System.out.println("ping-pong " + turn[0]);
  }

  static void queues(int rounds) throws Exception {
    ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(3);
    AtomicLong sum = new AtomicLong();
    ReentrantLock lock = new ReentrantLock();
    Condition even = lock.newCondition();
    int[] held = new int[1];
    together(number -> {
      for (int i = 0; i < 40 * rounds; i++) {
        if (number % 2 == 0)
          queue.put(i);
        else
          sum.addAndGet(queue.take());
        lock.lock();
        try {
          held[0]++;
          if (held[0] % 2 == 0)
            even.signalAll();
          else if (number == 0)
            even.awaitNanos(1000);
        } finally {
          lock.unlock();
        }
      }
    });
    System.out.println("queues " + sum + " " + held[0]);
  }

  /** Threads that sleep, wait or park, and are interrupted or released there, sometimes before they are. */
  static void interrupts(int rounds) throws Exception {
    AtomicInteger ended = new AtomicInteger();
    Object never = new Object();
    for (int i = 0; i < 4 * rounds; i++) {
      int kind = i % 4;
      Thread thread = new Thread(() -> {
        try {
          if (kind == 0)
            Thread.sleep(1000000);
          else if (kind == 1)
            synchronized (never) {
              while (true)
                never.wait();
            }
          else if (kind == 2)
            while (!Thread.interrupted())
              java.util.concurrent.locks.LockSupport.park();
          else
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          check(!Thread.currentThread().isInterrupted(), "the flag is still set");
        }
        ended.incrementAndGet();
      });
      thread.start();
      for (int k = 0; k < i * 37 % 500; k++)
        Thread.onSpinWait();
      thread.interrupt();
      thread.join();
    }
    System.out.println("interrupts " + ended);
  }

  // ---- the heap ----

  static final class Node {
    final Node next;
    final int[] values;
    Node(Node next, int seed) {
      this.next = next;
      values = new int[1 + seed % 23];
      for (int i = 0; i < values.length; i++)
        values[i] = seed + i;
    }
  }

  static volatile Node[] shared = new Node[16];

  /** Chains that all threads read and replace while all of them allocate, and each collects for all. */
  static void heap(int rounds) throws Exception {
    AtomicLong seen = new AtomicLong();
    shared = new Node[16];
    together(number -> {
      long count = 0;
      for (int i = 0; i < 300 * rounds; i++) {
        Node node = null;
        for (int k = 0; k < 12; k++)
          node = new Node(node, number * 1000 + i + k);
        shared[(number * 5 + i) % 16] = node;
        for (Node at = shared[(number * 3 + i * 7) % 16]; at != null; at = at.next) {
          for (int k = 0; k < at.values.length; k++)
            check(at.values[k] == at.values[0] + k, "an object of another thread is not whole");
          count++;
        }
        if (i % 40 == 0)
          check((new byte[30000 + i * 100])[0] == 0, "a large object is not zero");
      }
      seen.addAndGet(count);
    });
    System.out.println("heap " + (seen.get() > 0));
  }

  // ---- atomics ----

  static void atomics(int rounds) throws Exception {
    AtomicInteger number = new AtomicInteger(), exchanged = new AtomicInteger();
    AtomicLong wide = new AtomicLong();
    AtomicIntegerArray array = new AtomicIntegerArray(3);
    AtomicReference<Node> top = new AtomicReference<>();
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    long[] torn = new long[1];
    together(t -> {
      for (int i = 0; i < 300 * rounds; i++) {
        number.getAndIncrement();
        wide.addAndGet(1L << 32 | 1);
        array.incrementAndGet(i % 3);
        for (int old = exchanged.get(); !exchanged.compareAndSet(old, old + 3); old = exchanged.get())
          Thread.onSpinWait();
        Node old;
        do
          old = top.get();
        while (!top.compareAndSet(old, new Node(old, 1)));
        map.merge(i % 11, 1, Integer::sum);
        torn[0] = t % 2 == 0 ? 0x5555555555555555L : 0xaaaaaaaaaaaaaaaaL;
        long read = torn[0];
        check(read == 0x5555555555555555L || read == 0xaaaaaaaaaaaaaaaaL, "half of a long");
      }
    });
    int length = 0, sum = 0;
    for (Node at = top.get(); at != null; at = at.next)
      length++;
    for (int value : map.values())
      sum += value;
    System.out.println("atomics " + number + " " + Long.toHexString(wide.get()) + " "
      + (array.get(0) + array.get(1) + array.get(2)) + " " + exchanged + " " + length + " " + sum);
  }

  // ---- classes and strings ----

  static final AtomicInteger initialized = new AtomicInteger();

  static int slowly() {
    int number = initialized.incrementAndGet();
    for (int i = 0; i < 2000; i++)
      Thread.onSpinWait();
    return number;
  }

  static class First { static final int value = slowly(); static final int[] more = { value, value }; }
  static class Second extends First { static final int value = slowly(); static final String text = "2" + value; }
  static class Third { static final int value = slowly(); static final Object other = Fourth.me; static Third me = new Third(); }
  static class Fourth { static final int value = slowly(); static final Fourth me = new Fourth(); }
  static class Fails { static final int value = slowly() / (slowly() * 0); }

  static void classes() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    together(number -> {
      check(First.value > 0 && First.more[1] == First.value, "First is not initialised");
      check(Second.value > 0 && Second.text.length() > 1, "Second is not initialised");
      check(Fourth.value > 0 && Fourth.me != null, "Fourth is not initialised");
      check(Third.value > 0 && Third.other == Fourth.me && Third.me != null, "Third is not initialised");
      try {
        check(Fails.value > 0, "Fails is");
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        failures.incrementAndGet();
      }
    });
    System.out.println("classes " + initialized + " " + failures);
  }

  static void strings(int rounds) throws Exception {
    List<String[]> all = new ArrayList<>();
    together(number -> {
      String[] mine = new String[100 * rounds];
      for (int i = 0; i < mine.length; i++)
        mine[i] = ("interned " + i).intern();
      synchronized (all) {
        all.add(mine);
      }
    });
    int same = 0;
    for (int i = 0; i < 100 * rounds; i++)
      if (all.get(0)[i] == all.get(1)[i] && all.get(2)[i] == all.get(3)[i] && all.get(0)[i] == all.get(2)[i])
        same++;
    System.out.println("strings " + same);
  }

  // ---- threads ----

  static void churn(int rounds) throws Exception {
    AtomicInteger ran = new AtomicInteger();
    together(number -> {
      for (int i = 0; i < 8 * rounds; i++) {
        Thread[] few = new Thread[3];
        for (int k = 0; k < few.length; k++) {
          few[k] = new Thread(() -> ran.addAndGet(new int[50].length / 50));
          few[k].start();
        }
        for (Thread thread : few)
          thread.join();
      }
    });
    System.out.println("churn " + ran);
  }

  static void barriers(int rounds) throws Exception {
    AtomicInteger turns = new AtomicInteger();
    CyclicBarrier barrier = new CyclicBarrier(THREADS, turns::incrementAndGet);
    together(number -> {
      for (int i = 0; i < 20 * rounds; i++)
        barrier.await();
    });
    System.out.println("barriers " + turns);
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    classes();
    counters(rounds);
    pingPong(rounds);
    queues(rounds);
    interrupts(rounds);
    heap(rounds);
    atomics(rounds);
    strings(rounds);
    churn(rounds);
    barriers(rounds);
  }
}
