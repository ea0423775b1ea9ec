/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A result that will be there later, and the steps that follow it. Where no executor is given, an asynchronous step has
 * a thread of its own, as with the JDK on a machine with one processor. */
package java.util.concurrent;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
  private static final Executor THREADS = task -> new Thread(task).start();

  public interface AsynchronousCompletionTask {
  }

  /* [this] null: not complete; else an Outcome. The steps that follow, the last one first. */
  private volatile Outcome<T> outcome;
  private Step next;

  private static final class Outcome<T> {
    final T value;
    final Throwable thrown;

    Outcome(T value, Throwable thrown) {
      this.value = value;
      this.thrown = thrown;
    }
  }

  /* What is done once when a future, or two, are complete. */
  private abstract static class Step implements Runnable, AsynchronousCompletionTask {
    private final Executor executor;
    private boolean claimed;
    Step after;

    Step(Executor executor) {
      this.executor = executor;
    }

    /* Whether all is there that it needs. */
    boolean isReady() {
      return true;
    }

    /* Does it, and completes target() without looking at the steps behind it. */
    abstract void perform();

    abstract CompletableFuture<?> target();

    private synchronized boolean claim() {
      boolean first = !claimed;
      claimed = true;
      return first;
    }

    /* Does it if it can be done; returns target() when that is complete, and its steps are to be done. */
    final CompletableFuture<?> fire() {
      if (!isReady() || !claim())
        return null;
      if (executor == null) {
        perform();
        return target().isDone() ? target() : null;
      }
      try {
        executor.execute(this);
      } catch (Throwable thrown) {
        target().fail(thrown);
      }
      return null;
    }

    @Override
    public void run() {
      perform();
      if (target().isDone())
        target().afterComplete();
    }
  }

  /* A step whose target becomes a value of type U, or fails. */
  private abstract static class Computation<U> extends Step {
    final CompletableFuture<U> target;

    Computation(Executor executor, CompletableFuture<U> target) {
      super(executor);
      this.target = target;
    }

    @Override
    CompletableFuture<U> target() {
      return target;
    }

    abstract U compute() throws Throwable;

    @Override
    void perform() {
      if (target.isDone())
        return;
      try {
        target.set(new Outcome<>(compute(), null));
      } catch (Throwable thrown) {
        target.fail(thrown);
      }
    }
  }

  /* As above, of a value that has to be there; a failure is passed on. */
  private abstract static class Continuation<T, U> extends Computation<U> {
    final CompletableFuture<T> source;

    Continuation(Executor executor, CompletableFuture<U> target, CompletableFuture<T> source) {
      super(executor, target);
      this.source = source;
    }

    @Override
    boolean isReady() {
      return source.isDone();
    }

    abstract U compute(T value) throws Throwable;

    @Override
    U compute() throws Throwable {
      Outcome<T> outcome = source.outcome;
      if (outcome.thrown != null)
        throw outcome.thrown;
      return compute(outcome.value);
    }
  }

  /* Passes on what another future became. */
  private static final class Relay<U> extends Computation<U> {
    private final CompletableFuture<? extends U> source;

    Relay(CompletableFuture<U> target, CompletableFuture<? extends U> source) {
      super(null, target);
      this.source = source;
    }

    @Override
    U compute() throws Throwable {
      Outcome<? extends U> outcome = source.outcome;
      if (outcome.thrown != null)
        throw outcome.thrown;
      return outcome.value;
    }
  }

  /* A step whose target becomes what another stage becomes. */
  private abstract static class Composition<U> extends Computation<U> {
    Composition(Executor executor, CompletableFuture<U> target) {
      super(executor, target);
    }

    abstract CompletionStage<U> stage() throws Throwable;

    @Override
    U compute() {
      throw new AssertionError(this);
    }

    @Override
    void perform() {
      if (target.isDone())
        return;
      try {
        CompletableFuture<U> inner = stage().toCompletableFuture();
        Relay<U> relay = new Relay<>(target, inner);
        if (!inner.addStep(relay))
          relay.perform();
      } catch (Throwable thrown) {
        target.fail(thrown);
      }
    }
  }

  public CompletableFuture() {
  }

  private CompletableFuture(Outcome<T> outcome) {
    this.outcome = outcome;
  }

  public static <U> CompletableFuture<U> completedFuture(U value) {
    return new CompletableFuture<>(new Outcome<>(value, null));
  }

  public static <U> CompletableFuture<U> failedFuture(Throwable thrown) {
    return new CompletableFuture<>(new Outcome<U>(null, Objects.requireNonNull(thrown)));
  }

  public static <U> CompletionStage<U> completedStage(U value) {
    return completedFuture(value);
  }

  public static <U> CompletionStage<U> failedStage(Throwable thrown) {
    return failedFuture(thrown);
  }

  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
    return supplyAsync(supplier, THREADS);
  }

  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
    return new CompletableFuture<U>().completeAsync(supplier, executor);
  }

  public static CompletableFuture<Void> runAsync(Runnable action) {
    return runAsync(action, THREADS);
  }

  public static CompletableFuture<Void> runAsync(Runnable action, Executor executor) {
    Objects.requireNonNull(action);
    return supplyAsync(() -> {
      action.run();
      return null;
    }, executor);
  }

  /* ---- the outcome ---- */

  private synchronized boolean set(Outcome<T> now) {
    if (outcome != null)
      return false;
    outcome = now;
    notifyAll();
    return true;
  }

  private static CompletionException wrapped(Throwable thrown) {
    return thrown instanceof CompletionException ? (CompletionException) thrown : new CompletionException(thrown);
  }

  /* Passes on what a step before this one, or the step itself, has thrown. */
  private boolean fail(Throwable thrown) {
    return set(new Outcome<T>(null, wrapped(thrown)));
  }

  private synchronized Step takeStep() {
    Step first = next;
    if (first != null)
      next = first.after;
    return first;
  }

  /* Does the steps that follow, the last one that was added first. */
  private void afterComplete() {
    for (Step step = takeStep(); step != null; step = takeStep()) {
      CompletableFuture<?> done = step.fire();
      if (done != null)
        done.afterNested();
    }
  }

  /* The steps behind a step, the one that was added first first: the order in which the JDK does them. */
  private void afterNested() {
    Step first = null;
    for (Step step = takeStep(); step != null; step = takeStep()) {
      step.after = first;
      first = step;
    }
    while (first != null) {
      Step step = first;
      first = step.after;
      CompletableFuture<?> done = step.fire();
      if (done != null)
        done.afterNested();
    }
  }

  private synchronized boolean addStep(Step step) {
    if (outcome != null)
      return false;
    step.after = next;
    next = step;
    return true;
  }

  /* Does `step` when this future is complete. */
  private <U> CompletableFuture<U> follow(Computation<U> step) {
    if (!addStep(step) && step.fire() != null)
      step.target.afterComplete();
    return step.target;
  }

  public boolean complete(T value) {
    boolean first = set(new Outcome<>(value, null));
    afterComplete();
    return first;
  }

  public boolean completeExceptionally(Throwable thrown) {
    boolean first = set(new Outcome<T>(null, Objects.requireNonNull(thrown)));
    afterComplete();
    return first;
  }

  public void obtrudeValue(T value) {
    obtrude(new Outcome<>(value, null));
  }

  public void obtrudeException(Throwable thrown) {
    obtrude(new Outcome<T>(null, Objects.requireNonNull(thrown)));
  }

  private void obtrude(Outcome<T> now) {
    synchronized (this) {
      outcome = now;
      notifyAll();
    }
    afterComplete();
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    set(new Outcome<T>(null, new CancellationException()));
    afterComplete();
    return isCancelled();
  }

  @Override
  public boolean isDone() {
    return outcome != null;
  }

  @Override
  public boolean isCancelled() {
    return isDone() && outcome.thrown instanceof CancellationException;
  }

  public boolean isCompletedExceptionally() {
    return isDone() && outcome.thrown != null;
  }

  /* The value, or what get() throws. */
  private T report() throws ExecutionException {
    Throwable thrown = outcome.thrown;
    if (thrown == null)
      return outcome.value;
    if (thrown instanceof CancellationException)
      throw (CancellationException) thrown;
    throw new ExecutionException(thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause() : thrown);
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    synchronized (this) {
      while (outcome == null)
        wait();
    }
    return report();
  }

  @Override
  public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
    long deadline = Waiting.deadline(timeout, unit);
    synchronized (this) {
      while (outcome == null)
        if (!Waiting.until(this, deadline))
          throw new TimeoutException();
    }
    return report();
  }

  /* Waits; an interrupt is kept for later. */
  private synchronized void awaitOutcome() {
    boolean interrupted = false;
    while (outcome == null)
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    if (interrupted)
      Thread.currentThread().interrupt();
  }

  public T join() {
    awaitOutcome();
    Throwable thrown = outcome.thrown;
    if (thrown == null)
      return outcome.value;
    if (thrown instanceof CancellationException)
      throw (CancellationException) thrown;
    throw wrapped(thrown);
  }

  public T getNow(T otherwise) {
    return isDone() ? join() : otherwise;
  }

  /* ---- steps ---- */

  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }

  public Executor defaultExecutor() {
    return THREADS;
  }

  private <U> CompletableFuture<U> thenApplyStep(Function<? super T, ? extends U> function, Executor executor) {
    Objects.requireNonNull(function);
    return follow(new Continuation<T, U>(executor, newIncompleteFuture(), this) {
      @Override
      U compute(T value) {
        return function.apply(value);
      }
    });
  }

  private CompletableFuture<Void> thenAcceptStep(Consumer<? super T> action, Executor executor) {
    Objects.requireNonNull(action);
    return thenApplyStep(value -> {
      action.accept(value);
      return null;
    }, executor);
  }

  private CompletableFuture<Void> thenRunStep(Runnable action, Executor executor) {
    Objects.requireNonNull(action);
    return thenApplyStep(value -> {
      action.run();
      return null;
    }, executor);
  }

  private <U, V> CompletableFuture<V> thenCombineStep(CompletionStage<? extends U> stage,
      BiFunction<? super T, ? super U, ? extends V> function, Executor executor) {
    Objects.requireNonNull(function);
    CompletableFuture<? extends U> other = stage.toCompletableFuture();
    Computation<V> step = new Continuation<T, V>(executor, newIncompleteFuture(), this) {
      @Override
      boolean isReady() {
        return super.isReady() && other.isDone();
      }

      @Override
      V compute(T value) throws Throwable {
        Outcome<? extends U> second = other.outcome;
        if (second.thrown != null)
          throw second.thrown;
        return function.apply(value, second.value);
      }
    };
    return followTwo(step, other);
  }

  private static final class Link extends Step {
    private final Step step;
    private boolean fired;

    Link(Step step) {
      super(null);
      this.step = step;
    }

    @Override
    void perform() {
      fired = step.fire() != null;
    }

    @Override
    CompletableFuture<?> target() {
      return fired ? step.target() : NONE;
    }
  }

  /* A future without steps. */
  private static final CompletableFuture<Void> NONE = completedFuture(null);

  /* Does `step` when both futures have ended, or one of them, as its isReady() says. */
  private <V> CompletableFuture<V> followTwo(Computation<V> step, CompletableFuture<?> other) {
    boolean added = addStep(new Link(step));
    boolean addedThere = other.addStep(new Link(step));
    if (!(added && addedThere) && step.fire() != null)
      step.target.afterComplete();
    return step.target;
  }

  private <U> CompletableFuture<Void> thenAcceptBothStep(CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> action, Executor executor) {
    Objects.requireNonNull(action);
    return this.<U, Void>thenCombineStep(other, (first, second) -> {
      action.accept(first, second);
      return null;
    }, executor);
  }

  private CompletableFuture<Void> runAfterBothStep(CompletionStage<?> other, Runnable action, Executor executor) {
    Objects.requireNonNull(action);
    return this.<Object, Void>thenCombineStep(other, (first, second) -> {
      action.run();
      return null;
    }, executor);
  }

  private <S, U> CompletableFuture<U> eitherStep(CompletionStage<?> stage, Function<? super S, U> function,
      Executor executor) {
    CompletableFuture<?> other = stage.toCompletableFuture();
    CompletableFuture<?> own = this;
    return followTwo(new Computation<U>(executor, newIncompleteFuture()) {
      @Override
      boolean isReady() {
        return own.isDone() || other.isDone();
      }

      @Override
      @SuppressWarnings("unchecked")
      U compute() throws Throwable {
        Outcome<?> first = own.isDone() ? own.outcome : other.outcome;
        if (first.thrown != null)
          throw first.thrown;
        return function.apply((S) first.value);
      }
    }, other);
  }

  private <U> CompletableFuture<U> applyToEitherStep(CompletionStage<? extends T> other,
      Function<? super T, U> function, Executor executor) {
    return eitherStep(other, Objects.requireNonNull(function), executor);
  }

  private CompletableFuture<Void> acceptEitherStep(CompletionStage<? extends T> other, Consumer<? super T> action,
      Executor executor) {
    Objects.requireNonNull(action);
    return this.<T, Void>eitherStep(other, value -> {
      action.accept(value);
      return null;
    }, executor);
  }

  private CompletableFuture<Void> runAfterEitherStep(CompletionStage<?> other, Runnable action, Executor executor) {
    Objects.requireNonNull(action);
    return this.<Object, Void>eitherStep(other, value -> {
      action.run();
      return null;
    }, executor);
  }

  private <U> CompletableFuture<U> thenComposeStep(Function<? super T, ? extends CompletionStage<U>> function,
      Executor executor) {
    Objects.requireNonNull(function);
    CompletableFuture<T> source = this;
    return follow(new Composition<U>(executor, newIncompleteFuture()) {
      @Override
      CompletionStage<U> stage() throws Throwable {
        Outcome<T> outcome = source.outcome;
        if (outcome.thrown != null)
          throw outcome.thrown;
        return function.apply(outcome.value);
      }
    });
  }

  private <U> CompletableFuture<U> handleStep(BiFunction<? super T, Throwable, ? extends U> function,
      Executor executor) {
    Objects.requireNonNull(function);
    CompletableFuture<T> source = this;
    return follow(new Computation<U>(executor, newIncompleteFuture()) {
      @Override
      U compute() {
        return function.apply(source.outcome.value, source.outcome.thrown);
      }
    });
  }

  private CompletableFuture<T> whenCompleteStep(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
    Objects.requireNonNull(action);
    CompletableFuture<T> source = this;
    return follow(new Computation<T>(executor, newIncompleteFuture()) {
      @Override
      T compute() throws Throwable {
        Throwable thrown = source.outcome.thrown;
        try {
          action.accept(source.outcome.value, thrown);
        } catch (Throwable second) {
          if (thrown == null)
            throw second;
          if (thrown != second)
            thrown.addSuppressed(second);
        }
        if (thrown != null)
          throw thrown;
        return source.outcome.value;
      }
    });
  }

  @Override
  public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> function) {
    return thenApplyStep(function, null);
  }

  @Override
  public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> function) {
    return thenApplyStep(function, defaultExecutor());
  }

  @Override
  public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> function, Executor executor) {
    return thenApplyStep(function, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
    return thenAcceptStep(action, null);
  }

  @Override
  public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
    return thenAcceptStep(action, defaultExecutor());
  }

  @Override
  public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
    return thenAcceptStep(action, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<Void> thenRun(Runnable action) {
    return thenRunStep(action, null);
  }

  @Override
  public CompletableFuture<Void> thenRunAsync(Runnable action) {
    return thenRunStep(action, defaultExecutor());
  }

  @Override
  public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
    return thenRunStep(action, Objects.requireNonNull(executor));
  }

  @Override
  public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends V> function) {
    return thenCombineStep(other, function, null);
  }

  @Override
  public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends V> function) {
    return thenCombineStep(other, function, defaultExecutor());
  }

  @Override
  public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> other,
      BiFunction<? super T, ? super U, ? extends V> function, Executor executor) {
    return thenCombineStep(other, function, Objects.requireNonNull(executor));
  }

  @Override
  public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> action) {
    return thenAcceptBothStep(other, action, null);
  }

  @Override
  public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> action) {
    return thenAcceptBothStep(other, action, defaultExecutor());
  }

  @Override
  public <U> CompletableFuture<Void> thenAcceptBothAsync(CompletionStage<? extends U> other,
      BiConsumer<? super T, ? super U> action, Executor executor) {
    return thenAcceptBothStep(other, action, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
    return runAfterBothStep(other, action, null);
  }

  @Override
  public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
    return runAfterBothStep(other, action, defaultExecutor());
  }

  @Override
  public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action, Executor executor) {
    return runAfterBothStep(other, action, Objects.requireNonNull(executor));
  }

  @Override
  public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> function) {
    return applyToEitherStep(other, function, null);
  }

  @Override
  public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other,
      Function<? super T, U> function) {
    return applyToEitherStep(other, function, defaultExecutor());
  }

  @Override
  public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other,
      Function<? super T, U> function, Executor executor) {
    return applyToEitherStep(other, function, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> action) {
    return acceptEitherStep(other, action, null);
  }

  @Override
  public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action) {
    return acceptEitherStep(other, action, defaultExecutor());
  }

  @Override
  public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> action,
      Executor executor) {
    return acceptEitherStep(other, action, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
    return runAfterEitherStep(other, action, null);
  }

  @Override
  public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
    return runAfterEitherStep(other, action, defaultExecutor());
  }

  @Override
  public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action, Executor executor) {
    return runAfterEitherStep(other, action, Objects.requireNonNull(executor));
  }

  @Override
  public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> function) {
    return thenComposeStep(function, null);
  }

  @Override
  public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> function) {
    return thenComposeStep(function, defaultExecutor());
  }

  @Override
  public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> function,
      Executor executor) {
    return thenComposeStep(function, Objects.requireNonNull(executor));
  }

  @Override
  public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> function) {
    return handleStep(function, null);
  }

  @Override
  public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> function) {
    return handleStep(function, defaultExecutor());
  }

  @Override
  public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> function,
      Executor executor) {
    return handleStep(function, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
    return whenCompleteStep(action, null);
  }

  @Override
  public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
    return whenCompleteStep(action, defaultExecutor());
  }

  @Override
  public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action, Executor executor) {
    return whenCompleteStep(action, Objects.requireNonNull(executor));
  }

  @Override
  public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> function) {
    Objects.requireNonNull(function);
    return handle((value, thrown) -> thrown == null ? value : function.apply(thrown));
  }

  @Override
  public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> function) {
    return CompletionStage.super.exceptionallyAsync(function).toCompletableFuture();
  }

  @Override
  public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> function, Executor executor) {
    return CompletionStage.super.exceptionallyAsync(function, executor).toCompletableFuture();
  }

  @Override
  public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> function) {
    Objects.requireNonNull(function);
    CompletableFuture<T> source = this;
    return follow(new Composition<T>(null, newIncompleteFuture()) {
      @Override
      CompletionStage<T> stage() {
        Throwable thrown = source.outcome.thrown;
        return thrown == null ? source : function.apply(thrown);
      }
    });
  }

  @Override
  public CompletableFuture<T> toCompletableFuture() {
    return this;
  }

  public CompletableFuture<T> copy() {
    return thenApply(value -> value);
  }

  public CompletionStage<T> minimalCompletionStage() {
    return copy();
  }

  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
    return completeAsync(supplier, defaultExecutor());
  }

  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
    Objects.requireNonNull(supplier);
    Objects.requireNonNull(executor);
    executor.execute(new Computation<T>(null, this) {
      @Override
      T compute() {
        return supplier.get();
      }
    });
    return this;
  }

  /* ---- several ---- */

  public static CompletableFuture<Void> allOf(CompletableFuture<?>... futures) {
    return allOf(futures, 0, futures.length);
  }

  private static CompletableFuture<Void> allOf(CompletableFuture<?>[] futures, int from, int to) {
    if (from == to)
      return completedFuture(null);
    int middle = from + to + 1 >>> 1;
    CompletableFuture<?> first = middle - from == 1 ? futures[from] : allOf(futures, from, middle);
    CompletableFuture<?> second = middle == to ? first : to - middle == 1 ? futures[middle]
        : allOf(futures, middle, to);
    return first.runAfterBoth(second, () -> { });
  }

  public static CompletableFuture<Object> anyOf(CompletableFuture<?>... futures) {
    CompletableFuture<Object> any = new CompletableFuture<>();
    for (CompletableFuture<?> future : futures)
      Objects.requireNonNull(future);
    for (CompletableFuture<?> future : futures) {
      Relay<Object> relay = new Relay<>(any, future);
      if (!future.addStep(relay))
        relay.perform();
    }
    return any;
  }

  /* ---- time ---- */

  /* Runs `action` later, in a thread that does not keep the program alive. */
  private static void later(long delay, TimeUnit unit, Runnable action) {
    Thread thread = new Thread(() -> {
      try {
        unit.sleep(delay);
      } catch (InterruptedException e) {
        /* Nothing of a program knows this thread. */
      }
      action.run();
    });
    thread.setDaemon(true);
    thread.start();
  }

  public CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
    Objects.requireNonNull(unit);
    if (!isDone())
      later(timeout, unit, () -> {
        if (!isDone())
          completeExceptionally(new TimeoutException());
      });
    return this;
  }

  public CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
    Objects.requireNonNull(unit);
    if (!isDone())
      later(timeout, unit, () -> complete(value));
    return this;
  }

  public static Executor delayedExecutor(long delay, TimeUnit unit) {
    return delayedExecutor(delay, unit, THREADS);
  }

  public static Executor delayedExecutor(long delay, TimeUnit unit, Executor executor) {
    Objects.requireNonNull(unit);
    Objects.requireNonNull(executor);
    return task -> later(delay, unit, () -> executor.execute(task));
  }

  public synchronized int getNumberOfDependents() {
    int count = 0;
    for (Step step = next; step != null; step = step.after)
      count++;
    return count;
  }

  @Override
  public String toString() {
    int count = getNumberOfDependents();
    String state = outcome == null ? count == 0 ? "[Not completed]" : "[Not completed, " + count + " dependents]"
        : outcome.thrown != null ? "[Completed exceptionally: " + outcome.thrown + "]" : "[Completed normally]";
    return super.toString() + state;
  }
}
