/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Futures that are completed in random orders, with the steps that follow them; pools that run tasks at their times,
     refuse
 * tasks, or divide them. Prints results. */
import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

public class Futures {
  static final Random random = new Random(17);
  static final StringBuffer log = new StringBuffer();
  static long hash;

  static void r(Callable<Object> c) {
    try {
      System.out.println(c.call());
    } catch (Throwable e) {
      System.out.println(e + " <- " + e.getCause());
    }
  }

  static String state(CompletableFuture<?> f) {
    String how;
    try {
      how = f.isDone() ? String.valueOf(f.get()) : "open";
    } catch (Throwable e) {
      how = e + "<-" + e.getCause();
    }
    try {
      how += "," + (f.isDone() ? f.join() : "");
    } catch (Throwable e) {
      how += "," + e + "<-" + e.getCause();
    }
    return how + f.isCompletedExceptionally() + f.isCancelled() + f.getNumberOfDependents()
        + f.toString().replaceAll(".*\\[", "[").replaceAll("@[0-9a-f]*", "");
  }

  static int step(String name, Object value) {
    log.append(name).append('(').append(value).append(") ");
    if (name.endsWith("7"))
      throw new IllegalStateException(name);
    return name.hashCode() % 100;
  }

  static CompletableFuture<Integer> grow(CompletableFuture<Integer> f, CompletableFuture<Integer> other, int kind) {
    Executor direct = Runnable::run;
    String n = "s" + random.nextInt(1000);
    switch (kind) {
      case 0: return f.thenApply(v -> step(n, v));
      case 1: return f.thenAccept(v -> step(n, v)).thenApply(v -> 1);
      case 2: return f.thenRun(() -> step(n, "")).thenApplyAsync(v -> 2, direct);
      case 3: return f.thenCombine(other, (v, w) -> step(n, v + "+" + w));
      case 4: return f.thenAcceptBoth(other, (v, w) -> step(n, v + "," + w)).thenApply(v -> 3);
      case 5: return f.runAfterBoth(other, () -> step(n, "both")).thenApply(v -> 4);
      case 6: return f.applyToEither(other, v -> step(n, v));
      case 7: return f.acceptEither(other, v -> step(n, v)).thenApply(v -> 5);
      case 8: return f.runAfterEither(other, () -> step(n, "either")).thenApply(v -> 6);
      case 9: return f.thenCompose(v -> { step(n, v); return other; });
      case 10: return f.handle((v, t) -> step(n, v + "/" + t));
      case 11: return f.whenComplete((v, t) -> step(n, v + "|" + t));
      case 12: return f.exceptionally(t -> step(n, t));
      case 13: return f.thenApplyAsync(v -> step(n, v), direct).copy();
      case 14: return CompletableFuture.allOf(f, other).thenApply(v -> 7);
      case 15: return CompletableFuture.anyOf(f, other).thenApply(v -> (Integer) v);
      case 16: return f.exceptionallyCompose(t -> other).toCompletableFuture();
      default: return f.handleAsync((v, t) -> step(n, v + "/" + t), direct);
    }
  }

  /* Steps behind one future are done in the order in which the JDK does them;
      no order is promised for those behind two. */
  static void chains(boolean ordered, int... kinds) {
    for (int round = 0; round < 400; round++) {
      List<CompletableFuture<Integer>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++)
        all.add(new CompletableFuture<>());
      for (int i = 0; i < 25; i++) {
        CompletableFuture<Integer> f = all.get(random.nextInt(all.size()));
        CompletableFuture<Integer> g = all.get(random.nextInt(all.size()));
        int how = random.nextInt(30);
        if (how < 24)
          all.add(grow(f, g, kinds[random.nextInt(kinds.length)]));
        else if (how < 27)
          log.append(f.complete(how));
        else if (how < 29)
          log.append(f.completeExceptionally(new Exception("x" + i)));
        else
          log.append(f.cancel(true));
      }
      for (int i = 0; i < 3; i++)
        all.get(i).complete(i);
      for (CompletableFuture<?> f : all)
        log.append(state(f)).append('\n');
      String[] words = log.toString().split(" ");
      if (!ordered)
        Arrays.sort(words);
      hash = hash * 1000003 + String.join(" ", words).hashCode();
      if (round % 50 == 0)
        System.out.println(round + " " + Long.toHexString(hash));
      log.setLength(0);
    }
    System.out.println("chains " + Long.toHexString(hash));
  }

  static void futures() throws Exception {
    r(() -> CompletableFuture.supplyAsync(() -> 6).thenApplyAsync(x -> x * 7).thenCombineAsync(
        CompletableFuture.supplyAsync(() -> 1), Integer::sum).get());
    r(() -> CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("a"); }).join());
    r(() -> CompletableFuture.runAsync(() -> { throw new IllegalStateException("b"); }).get());
    r(() -> CompletableFuture.completedFuture(3).getNow(4) + " " + new CompletableFuture<Integer>().getNow(4));
    r(() -> CompletableFuture.failedFuture(new Exception("c")).getNow(4));
    r(() -> new CompletableFuture<Integer>().get(1, TimeUnit.MILLISECONDS));
    r(() -> new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MILLISECONDS).join());
    r(() -> new CompletableFuture<Integer>().completeOnTimeout(9, 1, TimeUnit.MILLISECONDS).join());
    r(() -> CompletableFuture.supplyAsync(() -> 5, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)).get());
    r(() -> CompletableFuture.supplyAsync(null));
    r(() -> CompletableFuture.supplyAsync(() -> 1, null));
    r(() -> new CompletableFuture<Integer>().thenApply(null));
    r(() -> CompletableFuture.completedFuture(1).thenApplyAsync(x -> x, t -> { throw new Error("no room"); }).join());
    CompletableFuture<Integer> open = new CompletableFuture<>();
    CompletableFuture<Integer> one = CompletableFuture.completedFuture(1);
    for (int kind = 6; kind < 16; kind++) {
      int k = kind;
      r(() -> state(grow(one, open, k)) + state(grow(open, one, k)));
      r(() -> state(grow(open, CompletableFuture.failedFuture(new Exception("e" + k)), k)));
    }
    r(() -> open.complete(2) + " " + log);
    log.setLength(0);
    r(() -> CompletableFuture.allOf().join() + " " + CompletableFuture.anyOf().isDone());
    CompletableFuture<String> f = CompletableFuture.completedFuture("x");
    f.obtrudeValue("y");
    r(() -> f.join() + f.toCompletableFuture().thenRunAsync(() -> { }).get());
    f.obtrudeException(new Exception("z"));
    r(f::join);
    CompletableFuture<Integer> many = CompletableFuture.completedFuture(0);
    for (int i = 0; i < 500; i++)
      many = many.thenApplyAsync(x -> x + 1);
    r(many::get);
  }

  static Runnable quiet(String name) {
    return new Runnable() {
      @Override
      public void run() {
        log.append(name).append(' ');
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  static void pools() throws Exception {
    RejectedExecutionHandler[] handlers = {new ThreadPoolExecutor.AbortPolicy(), new ThreadPoolExecutor.DiscardPolicy(),
        new ThreadPoolExecutor.CallerRunsPolicy(), new ThreadPoolExecutor.DiscardOldestPolicy()};
    for (RejectedExecutionHandler handler : handlers) {
      CountDownLatch gate = new CountDownLatch(1);
      CountDownLatch begun = new CountDownLatch(1);
      ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2), handler);
      pool.execute(() -> {
        try {
          begun.countDown();
          gate.await();
        } catch (InterruptedException e) {
          log.append("interrupted");
        }
      });
      begun.await();
      for (int i = 0; i < 4; i++) {
        String name = "t" + i;
        try {
          pool.execute(quiet(name));
        } catch (RejectedExecutionException e) {
          log.append(e.getMessage().replaceAll("@[0-9a-f]*", "")).append(' ');
        }
      }
      r(() -> pool.getTaskCount() + " " + pool.getActiveCount() + " " + pool.getKeepAliveTime(TimeUnit.MILLISECONDS)
          + pool.prestartCoreThread() + pool.remove(null) + pool.getQueue().size() + pool.allowsCoreThreadTimeOut());
      r(() -> { pool.setMaximumPoolSize(0); return 0; });
      r(() -> { pool.setCorePoolSize(2); return 0; });
      gate.countDown();
      pool.shutdown();
      r(() -> pool.awaitTermination(10, TimeUnit.SECONDS) + " " + log + pool.isTerminating());
      r(() -> {
        try {
          pool.execute(quiet("late"));
          return log;
        } catch (RejectedExecutionException e) {
          return e.getMessage().replaceAll("@[0-9a-f]*", "");
        }
      });
      log.setLength(0);
    }
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(1);
    ScheduledFuture<String> b = clock.schedule(() -> log.append("b ").length() + "!", 20, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> a = clock.schedule(quiet("a"), 1, TimeUnit.MILLISECONDS);
    r(() -> b.get() + a.get() + " " + log + a.isDone() + (b.getDelay(TimeUnit.NANOSECONDS) <= 0));
    CountDownLatch thrice = new CountDownLatch(3);
    ScheduledFuture<?> again = clock.scheduleAtFixedRate(thrice::countDown, 0, 1, TimeUnit.MILLISECONDS);
    thrice.await();
    r(() -> again.cancel(false) + " " + again.isCancelled() + again.isDone());
    r(again::get);
    ScheduledFuture<?> fails = clock.scheduleWithFixedDelay(() -> { throw new Error("once"); }, 0, 1, TimeUnit.SECONDS);
    r(fails::get);
    r(() -> clock.scheduleAtFixedRate(quiet("x"), 1, 0, TimeUnit.SECONDS));
    r(() -> clock.submit(() -> 8).get());
    ScheduledFuture<?> delayed = clock.schedule(quiet("delayed"), 5, TimeUnit.MILLISECONDS);
    ScheduledFuture<?> forever = clock.scheduleAtFixedRate(quiet("forever"), 1000, 1, TimeUnit.SECONDS);
    clock.shutdown();
    r(() -> clock.awaitTermination(10, TimeUnit.SECONDS) + " " + delayed.isDone() + forever.isCancelled());
    r(() -> clock.isTerminated());
    ExecutorService two = Executors.newFixedThreadPool(2);
    CompletionService<Integer> service = new ExecutorCompletionService<>(two);
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      int n = i;
      service.submit(() -> n * n);
    }
    for (int i = 0; i < 10; i++)
      sum += service.take().get();
    System.out.println(sum + " " + service.poll() + service.poll(1, TimeUnit.MILLISECONDS));
    two.shutdown();
    DelayQueue<Later> later = new DelayQueue<>();
    for (int i : new int[] {5, 1, 3})
      later.add(new Later(i));
    r(() -> later.take() + " " + later.take() + " " + later.poll(5, TimeUnit.SECONDS) + later.poll() + later.size());
    later.add(new Later(60000));
    r(() -> later.poll(1, TimeUnit.MILLISECONDS) + " " + later.peek() + later.size() + later.remainingCapacity());
    CopyOnWriteArraySet<Integer> set = new CopyOnWriteArraySet<>(Arrays.asList(3, 1, 3, 2));
    for (int i : set)
      set.add(i + 1);
    r(() -> set + " " + set.remove(3) + set.contains(4) + set.equals(Set.of(1, 2, 4)) + set.removeIf(x -> x > 1) + set);
  }

  static class Later implements Delayed {
    final int millis;
    final long at;

    Later(int millis) {
      this.millis = millis;
      at = System.nanoTime() + millis * 1000000L;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Integer.compare(millis, ((Later) other).millis);
    }

    @Override
    public String toString() {
      return "later" + millis;
    }
  }

  static class Sum extends RecursiveTask<Long> {
    final int from;
    final int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Long compute() {
      if (to - from < 10) {
        long sum = 0;
        for (int i = from; i < to; i++)
          sum += i;
        return sum;
      }
      int middle = (from + to) / 2;
      Sum left = new Sum(from, middle);
      left.fork();
      return new Sum(middle, to).compute() + left.join();
    }
  }

  static class Sort extends RecursiveAction {
    final int[] array;
    final int from;
    final int to;

    Sort(int[] array, int from, int to) {
      this.array = array;
      this.from = from;
      this.to = to;
    }

    @Override
    protected void compute() {
      if (to - from < 5) {
        Arrays.sort(array, from, to);
        return;
      }
      int middle = (from + to) / 2;
      invokeAll(new Sort(array, from, middle), new Sort(array, middle, to));
      int[] half = Arrays.copyOfRange(array, from, middle);
      for (int i = 0, j = middle, k = from; i < half.length; k++)
        array[k] = j < to && array[j] < half[i] ? array[j++] : half[i++];
    }
  }

  static void divided() throws Exception {
    for (int threads = 1; threads < 4; threads++) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      r(() -> pool.invoke(new Sum(0, 100000)) + " " + pool.submit(new Sum(5, 50)).get() + pool.submit(() -> 4).join());
      int[] array = numbers(1000);
      pool.invoke(new Sort(array, 0, array.length));
      int[] want = array.clone();
      Arrays.sort(want);
      r(() -> Arrays.equals(want, array) + " " + pool.getParallelism());
      try {
        pool.invoke(new RecursiveTask<Integer>() {
          @Override
          protected Integer compute() {
            throw new IllegalStateException("divided");
          }
        });
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage().endsWith("divided"));
      }
      pool.shutdown();
      r(() -> pool.awaitTermination(10, TimeUnit.SECONDS) + " " + pool.isShutdown());
    }
    r(() -> ForkJoinPool.commonPool().invoke(new Sum(1, 1000)) + new Sum(1, 10).invoke() + new Sum(0,
        100).fork().join());
    Sum done = new Sum(0, 5);
    done.complete(7L);
    r(() -> done.join() + " " + done.isCompletedNormally() + done.getException() + ForkJoinTask.inForkJoinPool());
    Sum cancelled = new Sum(0, 5);
    r(() -> cancelled.cancel(true) + " " + cancelled.isCompletedAbnormally());
    r(cancelled::join);
  }

  static int[] numbers(int count) {
    int[] all = new int[count];
    for (int i = 0; i < count; i++)
      all[i] = random.nextInt();
    return all;
  }

  public static void main(String[] arguments) throws Exception {
    chains(true, 0, 1, 9, 10, 11, 12, 16);
    chains(false, 0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 16, 17);
    futures();
    pools();
    divided();
    System.exit(0);
  }
}
