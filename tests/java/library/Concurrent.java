/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.util.concurrent: atomics, queues, locks, conditions, barriers, executors, maps that are shared. Nothing
 * that is printed
 * depends on which thread is faster. */
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Concurrent {
  static final int THREADS = 4;

  interface Task {
    void run(int number) throws Exception;
  }

  /* Runs `task` in all threads to their end. */
  static void all(Task task) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      threads.add(new Thread(() -> {
        try {
          task.run(number);
        } catch (Exception e) {
          System.out.println("failed " + e);
        }
      }));
    }
    for (Thread thread : threads)
      thread.start();
    for (Thread thread : threads)
      thread.join();
  }

  static void show(String what, Callable<Object> operation) {
    try {
      System.out.println(what + ": " + operation.call());
    } catch (Exception e) {
      System.out.println(what + ": " + (e instanceof NullPointerException ? "null" : e));
    }
  }

  static void atomics() throws Exception {
    AtomicInteger count = new AtomicInteger();
    AtomicLong sum = new AtomicLong(1);
    AtomicReference<String> text = new AtomicReference<>("");
    AtomicIntegerArray array = new AtomicIntegerArray(3);
    AtomicLongArray longs = new AtomicLongArray(new long[] {1, 2});
    AtomicBoolean first = new AtomicBoolean();
    AtomicInteger winners = new AtomicInteger();
    LongAdder adder = new LongAdder();
    all(number -> {
      if (first.compareAndSet(false, true))
        winners.incrementAndGet();
      for (int i = 0; i < 3000; i++) {
        count.incrementAndGet();
        sum.addAndGet(number);
        text.updateAndGet(old -> old.length() > 50 ? "" : old + "x");
        array.getAndAdd(i % 3, 2);
        longs.updateAndGet(1, x -> x + 1);
        adder.increment();
        if (i % 100 == 0)
          Thread.yield();
      }
    });
    System.out.println(count + " " + sum + " " + array + longs + winners + adder + first);
    show("steps", () -> count.getAndAdd(5) + " " + count.getAndSet(3) + count.compareAndSet(3, 4)
        + count.compareAndSet(3, 5)
        + count.accumulateAndGet(6, Integer::sum) + count.getAndUpdate(x -> x * 2) + count.getAndDecrement()
            + count.doubleValue());
    show("reference", () -> { text.set("a"); return text.getAndSet("b") + text.compareAndSet("a", "c")
        + text.accumulateAndGet("z", String::concat); });
    show("bounds", () -> array.compareAndSet(3, 0, 1));
    AtomicReferenceArray<String> references = new AtomicReferenceArray<>(2);
    show("references", () -> references.compareAndSet(0, null, "p") + references.getAndSet(0, "q") + references);
  }

  static void queues() throws Exception {
    for (BlockingQueue<Integer> queue : List.of(new ArrayBlockingQueue<Integer>(3),
        new LinkedBlockingQueue<Integer>(2),
        new PriorityBlockingQueue<Integer>(), new SynchronousQueue<Integer>())) {
      AtomicLong got = new AtomicLong();
      all(number -> {
        for (int i = 0; i < 500; i++)
          if (number % 2 == 0)
            queue.put(i);
          else
            got.addAndGet(queue.take());
      });
      System.out.println(got + " " + queue.size() + queue);
    }
    BlockingQueue<Integer> small = new ArrayBlockingQueue<>(2);
    show("full", () -> small.offer(1) + "" + small.offer(2) + small.offer(3) + small.remainingCapacity()
        + small.offer(3, 5, TimeUnit.MILLISECONDS) + small.peek() + small);
    show("add", () -> small.add(9));
    List<Integer> drained = new ArrayList<>();
    show("drain", () -> small.drainTo(drained) + "" + drained + small.poll() + small.poll(5, TimeUnit.MILLISECONDS));
    show("remove", small::remove);
    show("null", () -> small.offer(null));
    show("capacity", () -> new LinkedBlockingQueue<>(0));
    show("priorities", () -> { PriorityBlockingQueue<String> q = new PriorityBlockingQueue<>(4,
        Comparator.reverseOrder()); q.addAll(List.of("a", "c", "b")); return q.take() + q.take() + q.size(); });
    Queue<Integer> free = new ConcurrentLinkedQueue<>(List.of(1, 2, 3));
    show("free", () -> free.poll() + "" + free + free.size() + free.contains(3) + free.remove(3) + free.element());
  }

  static int shared;

  static void locks() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    all(number -> {
      for (int i = 0; i < 1000; i++) {
        lock.lock();
        try {
          lock.lock();
          shared++;
          lock.unlock();
          if (i % 50 == 0)
            Thread.yield();
        } finally {
          lock.unlock();
        }
      }
    });
    System.out.println(shared + " " + lock.isLocked() + lock.getHoldCount());
    show("not held", () -> { lock.unlock(); return 1; });
    Condition turn = lock.newCondition();
    show("no lock", () -> { turn.signal(); return 1; });
    StringBuffer order = new StringBuffer();
    int[] next = {0};
    all(number -> {
      for (int round = 0; round < 50; round++) {
        lock.lock();
        while (next[0] != number)
          turn.await();
        order.append(number);
        next[0] = (number + 1) % THREADS;
        turn.signalAll();
        lock.unlock();
      }
    });
    System.out.println(order.length() + " " + order.toString().equals("0123".repeat(50)));
    lock.lock();
    show("timeout", () -> turn.await(3, TimeUnit.MILLISECONDS) + " " + (turn.awaitNanos(1000000) <= 0)
        + lock.getHoldCount());
    Thread waiting = new Thread(() -> {
      try {
        lock.lockInterruptibly();
      } catch (InterruptedException e) {
        System.out.println("interrupted " + Thread.currentThread().isInterrupted());
      }
    });
    waiting.start();
    waiting.interrupt();
    waiting.join();
    Thread trying = new Thread(() -> show("try", () -> lock.tryLock() + "" + lock.tryLock(3, TimeUnit.MILLISECONDS)));
    trying.start();
    trying.join();
    lock.unlock();
    ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    int[] pair = new int[2];
    AtomicInteger torn = new AtomicInteger();
    all(number -> {
      for (int i = 0; i < 500; i++)
        if (number == 0) {
          both.writeLock().lock();
          pair[0]++;
          if (i % 20 == 0)
            Thread.yield();
          pair[1]++;
          both.writeLock().unlock();
        } else {
          both.readLock().lock();
          if (pair[0] != pair[1])
            torn.incrementAndGet();
          both.readLock().unlock();
        }
    });
    System.out.println(pair[0] + " " + torn);
    both.writeLock().lock();
    both.readLock().lock();
    both.writeLock().unlock();
    show("read held", () -> both.getReadHoldCount() + "" + both.isWriteLocked() + both.writeLock().tryLock());
    both.readLock().unlock();
    show("read not held", () -> { both.readLock().unlock(); return 1; });
  }

  static volatile int turn;

  /* Parks until it is the turn of `number' out of two, `rounds' times. */
  static void takeTurns(int number, int rounds, Thread[] both) {
    for (int i = 0; i < rounds; i++) {
      while (turn % 2 != number)
        LockSupport.park();
      turn++;
      LockSupport.unpark(both[1 - number]);
    }
  }

  static void parking() throws Exception {
    LockSupport.unpark(null);
    LockSupport.unpark(new Thread(() -> { }));
    LockSupport.unpark(Thread.currentThread());
    LockSupport.unpark(Thread.currentThread());
    LockSupport.park();
    System.out.println("a permit that came first is taken");
    LockSupport.parkNanos(1000);
    LockSupport.parkNanos(0);
    LockSupport.parkNanos(-1);
    Thread.currentThread().interrupt();
    LockSupport.park();
    LockSupport.park();
    System.out.println("nobody parks who is interrupted: " + Thread.interrupted());
    Thread[] both = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int number = i;
      both[i] = new Thread(() -> takeTurns(number, 500, both));
    }
    for (Thread thread : both)
      thread.start();
    for (Thread thread : both)
      thread.join();
    System.out.println(turn + " turns");
    keepsPermit();
    Thread sleeper = new Thread(() -> {
      while (!Thread.currentThread().isInterrupted())
        LockSupport.park();
    });
    sleeper.start();
    sleeper.interrupt();
    sleeper.join();
    System.out.println("an interrupt ends it");
  }

  /* A permit outlives a wait for a monitor. */
  static void keepsPermit() throws Exception {
    Object monitor = new Object();
    Thread waiter = new Thread(() -> {
      synchronized (monitor) {
        LockSupport.park();
      }
    });
    synchronized (monitor) {
      waiter.start();
      while (waiter.getState() == Thread.State.NEW)
        Thread.yield();
      LockSupport.unpark(waiter);
      monitor.wait(1);
    }
    LockSupport.unpark(waiter);
    waiter.join();
    System.out.println("through a monitor to its permit");
  }

  static void meetings() throws Exception {
    CountDownLatch latch = new CountDownLatch(THREADS);
    AtomicInteger arrived = new AtomicInteger();
    Thread last = new Thread(() -> show("latch", () -> { latch.await(); return arrived.get() + " "
        + latch.getCount(); }));
    last.start();
    show("early", () -> latch.await(2, TimeUnit.MILLISECONDS));
    all(number -> { arrived.incrementAndGet(); latch.countDown(); });
    last.join();
    int[] rounds = {0};
    int[] parts = new int[THREADS];
    StringBuffer sums = new StringBuffer();
    CyclicBarrier barrier = new CyclicBarrier(THREADS, () -> {
      sums.append(Arrays.toString(parts)).append(' ');
      rounds[0]++;
    });
    all(number -> {
      for (int i = 0; i < 20; i++) {
        parts[number] += i * number;
        barrier.await();
      }
    });
    System.out.println(rounds[0] + " " + sums + barrier.isBroken());
    show("late", () -> barrier.await(2, TimeUnit.MILLISECONDS));
    show("broken", () -> barrier.isBroken() + "" + barrier.getNumberWaiting());
    show("await broken", barrier::await);
    Semaphore permits = new Semaphore(2);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    all(number -> {
      for (int i = 0; i < 100; i++) {
        permits.acquire();
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        Thread.yield();
        inside.decrementAndGet();
        permits.release();
      }
    });
    System.out.println((most.get() <= 2) + " " + permits.availablePermits() + permits.tryAcquire(3)
        + permits.tryAcquire(2)
        + permits.tryAcquire(1, 2, TimeUnit.MILLISECONDS) + permits.drainPermits());
  }

  static void executors() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int n = i;
      futures.add(pool.submit(() -> n * n));
    }
    int sum = 0;
    for (Future<Integer> future : futures)
      sum += future.get();
    System.out.println(sum);
    Future<?> failing = pool.submit(() -> { throw new IllegalStateException("no"); });
    show("failing", failing::get);
    Future<String> slow = pool.submit(() -> { Thread.sleep(10000); return "late"; });
    show("timeout", () -> slow.get(3, TimeUnit.MILLISECONDS));
    show("cancel", () -> slow.cancel(true) + "" + slow.isCancelled() + slow.isDone() + slow.cancel(true));
    show("cancelled", slow::get);
    show("all", () -> { String all = ""; List<Callable<String>> tasks = List.of(() -> "a", () -> "b");
        for (Future<String> f : pool.invokeAll(tasks)) all += f.get(); return all; });
    show("any", () -> pool.invokeAny(List.of(() -> "only")));
    show("name", () -> pool.submit(() -> Thread.currentThread().getName().startsWith("pool-1-thread-")).get());
    show("result", () -> pool.submit(() -> { }, 7).get());
    pool.shutdown();
    show("ended", () -> pool.awaitTermination(5, TimeUnit.SECONDS) + "" + pool.isShutdown() + pool.isTerminated());
    try {
      pool.submit(() -> 1);
    } catch (RejectedExecutionException e) {
      System.out.println("rejected");
    }
    ExecutorService cached = Executors.newCachedThreadPool();
    CountDownLatch together = new CountDownLatch(3);
    for (int i = 0; i < 3; i++)
      cached.execute(() -> { together.countDown(); try { together.await(); } catch (InterruptedException e) {
          System.out.println(e); } });
    together.await();
    cached.shutdown();
    show("cached", () -> cached.awaitTermination(5, TimeUnit.SECONDS));
    ExecutorService single = Executors.newSingleThreadExecutor();
    CountDownLatch started = new CountDownLatch(1);
    single.submit(() -> { started.countDown(); Thread.sleep(10000); return 0; });
    single.submit(() -> 0);
    started.await();
    show("now", () -> single.shutdownNow().size() + "" + single.awaitTermination(5, TimeUnit.SECONDS));
  }

  static void maps() throws Exception {
    ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    all(number -> {
      for (int i = 0; i < 2000; i++)
        counts.merge("k" + i % 300, 1, Integer::sum);
    });
    int total = 0;
    for (int count : counts.values())
      total += count;
    System.out.println(total + " " + counts.size() + " " + new TreeMap<>(counts));
    Random random = new Random(4);
    long hash = 0;
    for (int round = 0; round < 6; round++) {
      ConcurrentHashMap<Object,
          Object> map = round % 2 == 0 ? new ConcurrentHashMap<>() : new ConcurrentHashMap<>(round * 20);
      for (int i = 0; i < 2000; i++) {
        Object key = round < 3 ? (Object) random.nextInt(200 << round) : "k" + random.nextInt(300);
        Object result;
        switch (random.nextInt(9)) {
          case 0: case 1: case 2: result = map.put(key, i); break;
          case 3: result = map.remove(key); break;
          case 4: result = map.merge(key, 1, (a, b) -> (Integer) a + (Integer) b); break;
          case 5: result = map.computeIfAbsent(key, k -> 5); break;
          case 6: result = map.compute(key, (k, v) -> v == null ? 2 : null); break;
          case 7: result = map.putIfAbsent(key, 8) + "" + map.replace(key, 8, 9) + map.remove(key, 3); break;
          default: result = map.get(key) + "" + map.containsKey(key) + map.size(); break;
        }
        hash = hash * 1000003 + String.valueOf(result).hashCode();
      }
      hash = hash * 1000003 + map.toString().hashCode() + map.keySet().toString().hashCode();
      for (Iterator<Map.Entry<Object, Object>> each = map.entrySet().iterator(); each.hasNext();) {
        Map.Entry<Object, Object> entry = each.next();
        if (entry.getValue().equals(5))
          each.remove();
        else
          entry.setValue(1);
      }
      hash = hash * 1000003 + map.hashCode();
    }
    System.out.println(Long.toHexString(hash));
    show("null key", () -> counts.get(null));
    show("null value", () -> counts.put("a", null));
    for (String key : counts.keySet())
      counts.remove(key);
    System.out.println(counts.isEmpty());
    List<Integer> list = new CopyOnWriteArrayList<>(List.of(1, 2, 3));
    for (int x : list)
      list.add(x * 10);
    show("list", () -> list + "" + list.remove((Integer) 10) + list.indexOf(20) + list.set(0, 7) + list.removeIf(x ->
        x == 2) + list);
    show("iterator", () -> { Iterator<Integer> each = list.iterator(); each.next(); each.remove(); return 1; });
    show("units", () -> TimeUnit.HOURS.toSeconds(2) + " " + TimeUnit.MILLISECONDS.toNanos(Long.MAX_VALUE / 2) + " "
        + TimeUnit.NANOSECONDS.toDays(Long.MAX_VALUE) + TimeUnit.SECONDS.convert(-1500, TimeUnit.MILLISECONDS)
            + TimeUnit.DAYS);
    show("random", () -> { int n = ThreadLocalRandom.current().nextInt(5, 9); return n >= 5 && n < 9; });
  }

  public static void main(String[] arguments) throws Exception {
    atomics();
    queues();
    locks();
    parking();
    meetings();
    executors();
    maps();
  }
}
