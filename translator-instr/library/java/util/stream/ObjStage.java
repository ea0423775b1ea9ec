/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stream of objects, by its operations. */
package java.util.stream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/* Elements come to sinks as objects: what they are, the types of the operations say, which javac has checked. */
@SuppressWarnings("unchecked")
class ObjStage<T> extends Stage implements Stream<T> {
  private static final int ORDERED = Spliterator.ORDERED;
  private static final int SIZED = Spliterator.SIZED;
  private static final int DISTINCT = Spliterator.DISTINCT;
  private static final int SORTED = Spliterator.SORTED;
  private static final int ALL = ORDERED | SIZED | DISTINCT | SORTED;

  ObjStage(Spliterator<T> source) {
    super(source);
  }

  ObjStage(Stage before, int kept) {
    super(before, kept, 0);
  }

  private ObjStage(Stage before, int kept, int added) {
    super(before, kept, added);
  }

  @Override
  void feed(Spliterator<?> from, Sink first, boolean cancel) {
    if (!cancel)
      from.forEachRemaining(first);
    else
      while (!first.done() && from.tryAdvance(first))
        continue;
  }

  @Override
  boolean feedOne(Spliterator<?> from, Sink first) {
    return from.tryAdvance(first);
  }

  /* ---- operations ---- */

  @Override
  public Stream<T> filter(Predicate<? super T> condition) {
    Objects.requireNonNull(condition);
    return new ObjStage<>(this, ALL & ~SIZED) {
      @Override
      public void accept(Object element) {
        if (condition.test((T) element))
          next.accept(element);
      }
    };
  }

  @Override
  public <R> Stream<R> map(Function<? super T, ? extends R> function) {
    Objects.requireNonNull(function);
    return new ObjStage<>(this, ORDERED | SIZED) {
      @Override
      public void accept(Object element) {
        next.accept((Object) function.apply((T) element));
      }
    };
  }

  @Override
  public IntStream mapToInt(ToIntFunction<? super T> function) {
    Objects.requireNonNull(function);
    return new IntStage(this, ORDERED | SIZED) {
      @Override
      public void accept(Object element) {
        next.accept(function.applyAsInt((T) element));
      }
    };
  }

  @Override
  public LongStream mapToLong(ToLongFunction<? super T> function) {
    Objects.requireNonNull(function);
    return new LongStage(this, ORDERED | SIZED) {
      @Override
      public void accept(Object element) {
        next.accept(function.applyAsLong((T) element));
      }
    };
  }

  @Override
  public DoubleStream mapToDouble(ToDoubleFunction<? super T> function) {
    Objects.requireNonNull(function);
    return new DoubleStage(this, ORDERED | SIZED) {
      @Override
      public void accept(Object element) {
        next.accept(function.applyAsDouble((T) element));
      }
    };
  }

  /* Sends the elements of another stream to the stage behind `stage'. */
  static void pour(BaseStream<?, ?> inner, Stage stage) {
    if (inner == null)
      return;
    try (inner) {
      ((Stage) inner.sequential()).run(new Pouring(stage.next), stage.isCancelling());
    }
  }

  private static final class Pouring extends Sink {
    private final Sink to;

    Pouring(Sink to) {
      this.to = to;
    }

    @Override
    boolean done() {
      return to.done();
    }

    @Override
    public void accept(Object element) {
      to.accept(element);
    }

    @Override
    public void accept(int element) {
      to.accept(element);
    }

    @Override
    public void accept(long element) {
      to.accept(element);
    }

    @Override
    public void accept(double element) {
      to.accept(element);
    }
  }

  @Override
  public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function) {
    Objects.requireNonNull(function);
    return new ObjStage<>(this, ORDERED) {
      @Override
      public void accept(Object element) {
        pour(function.apply((T) element), this);
      }
    };
  }

  @Override
  public IntStream flatMapToInt(Function<? super T, ? extends IntStream> function) {
    Objects.requireNonNull(function);
    return new IntStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        pour(function.apply((T) element), this);
      }
    };
  }

  @Override
  public LongStream flatMapToLong(Function<? super T, ? extends LongStream> function) {
    Objects.requireNonNull(function);
    return new LongStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        pour(function.apply((T) element), this);
      }
    };
  }

  @Override
  public DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> function) {
    Objects.requireNonNull(function);
    return new DoubleStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        pour(function.apply((T) element), this);
      }
    };
  }

  @Override
  public <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> function) {
    Objects.requireNonNull(function);
    return new ObjStage<>(this, ORDERED) {
      @Override
      public void accept(Object element) {
        function.accept((T) element, (Consumer<R>) (Consumer<?>) next);
      }
    };
  }

  @Override
  public IntStream mapMultiToInt(BiConsumer<? super T, ? super IntConsumer> function) {
    Objects.requireNonNull(function);
    return new IntStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        function.accept((T) element, next);
      }
    };
  }

  @Override
  public LongStream mapMultiToLong(BiConsumer<? super T, ? super LongConsumer> function) {
    Objects.requireNonNull(function);
    return new LongStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        function.accept((T) element, next);
      }
    };
  }

  @Override
  public DoubleStream mapMultiToDouble(BiConsumer<? super T, ? super DoubleConsumer> function) {
    Objects.requireNonNull(function);
    return new DoubleStage(this, ORDERED) {
      @Override
      public void accept(Object element) {
        function.accept((T) element, next);
      }
    };
  }

  @Override
  public Stream<T> distinct() {
    if (has(DISTINCT))
      return new Passing<>(this, ALL, 0);
    return new ObjStage<>(this, ALL & ~SIZED, DISTINCT) {
      private final Set<Object> seen = new HashSet<>();

      @Override
      public void accept(Object element) {
        if (seen.add(element))
          next.accept(element);
      }
    };
  }

  /* A stage that changes nothing. */
  private static final class Passing<T> extends ObjStage<T> {
    Passing(Stage before, int kept, int added) {
      super(before, kept, added);
    }

    @Override
    public void accept(Object element) {
      next.accept(element);
    }
  }

  @Override
  public Stream<T> sorted() {
    if (has(SORTED))
      return new Passing<>(this, ALL, 0);
    return new Sorting<>(this, ORDERED | SIZED | DISTINCT, ORDERED | SORTED, null);
  }

  @Override
  public Stream<T> sorted(Comparator<? super T> order) {
    return new Sorting<>(this, ORDERED | SIZED | DISTINCT, ORDERED, Objects.requireNonNull(order));
  }

  /* Gathers all elements, whatever comes behind wants, and then sends them in order. */
  private static final class Sorting<T> extends ObjStage<T> {
    private final Comparator<? super T> order;
    private Object[] elements = new Object[16];
    private int count;

    Sorting(Stage before, int kept, int added, Comparator<? super T> order) {
      super(before, kept, added);
      this.order = order;
    }

    @Override
    void begin(long size) {
      if (size >= Integer.MAX_VALUE - 8)
        throw new IllegalArgumentException("Stream size exceeds max array size");
      if (size > 0)
        elements = new Object[(int) size];
    }

    @Override
    boolean done() {
      return false;
    }

    @Override
    public void accept(Object element) {
      if (count == elements.length)
        elements = Arrays.copyOf(elements, Math.max(16, 2 * count));
      elements[count++] = element;
    }

    @Override
    void end() {
      Arrays.sort((T[]) elements, 0, count, order);
      next.begin(count);
      for (int i = 0; i < count && !(isCancelling() && next.done()); i++)
        next.accept(elements[i]);
      next.end();
      elements = null;
    }
  }

  @Override
  public Stream<T> peek(Consumer<? super T> action) {
    Objects.requireNonNull(action);
    return new ObjStage<>(this, ALL) {
      @Override
      public void accept(Object element) {
        action.accept((T) element);
        next.accept(element);
      }
    };
  }

  private Stream<T> slice(long skipped, long most) {
    return new ObjStage<>(this, ALL) {
      private long toSkip = skipped;
      private long left = most;

      @Override
      long sizeOf(long size) {
        return Math.min(Math.max(0, size - skipped), most);
      }

      @Override
      boolean mayCancel() {
        return most != Long.MAX_VALUE;
      }

      @Override
      boolean done() {
        return left == 0 || next.done();
      }

      @Override
      public void accept(Object element) {
        if (toSkip > 0) {
          toSkip--;
        } else if (left > 0) {
          left--;
          next.accept(element);
        }
      }
    };
  }

  @Override
  public Stream<T> limit(long most) {
    if (most < 0)
      throw new IllegalArgumentException(Long.toString(most));
    return slice(0, most);
  }

  @Override
  public Stream<T> skip(long count) {
    if (count < 0)
      throw new IllegalArgumentException(Long.toString(count));
    return count == 0 ? this : slice(count, Long.MAX_VALUE);
  }

  @Override
  public Stream<T> takeWhile(Predicate<? super T> condition) {
    Objects.requireNonNull(condition);
    return new ObjStage<>(this, ALL & ~SIZED) {
      private boolean taking = true;

      @Override
      boolean mayCancel() {
        return true;
      }

      @Override
      boolean done() {
        return !taking || next.done();
      }

      @Override
      public void accept(Object element) {
        if (taking && (taking = condition.test((T) element)))
          next.accept(element);
      }
    };
  }

  @Override
  public Stream<T> dropWhile(Predicate<? super T> condition) {
    Objects.requireNonNull(condition);
    return new ObjStage<>(this, ALL & ~SIZED) {
      private boolean taking;

      @Override
      public void accept(Object element) {
        if (taking || (taking = !condition.test((T) element)))
          next.accept(element);
      }
    };
  }

  /* ---- properties ---- */

  @Override
  public Stream<T> sequential() {
    setParallel(false);
    return this;
  }

  @Override
  public Stream<T> parallel() {
    setParallel(true);
    return this;
  }

  @Override
  public Stream<T> unordered() {
    return has(ORDERED) ? new Passing<>(this, ALL & ~ORDERED, 0) : this;
  }

  @Override
  public Stream<T> onClose(Runnable handler) {
    addClosing(handler);
    return this;
  }

  @Override
  public Iterator<T> iterator() {
    return Spliterators.iterator(spliterator());
  }

  @Override
  public Spliterator<T> spliterator() {
    Spliterator<?> sole = soleSource();
    return sole != null ? (Spliterator<T>) sole : new Pulling<T>(this);
  }

  /* The elements of a stream as they are asked for. */
  private static final class Pulling<T> extends Sink implements Spliterator<T> {
    private final Stage stream;
    private final ArrayDeque<Object> ready = new ArrayDeque<>();
    private Stage.Run run;
    private boolean ended;
    private long size;

    /* ArrayDeque takes no null. */
    private static final Object NULL = new Object();

    Pulling(Stage stream) {
      this.stream = stream;
      size = stream.knownSize();
      stream.finish();
    }

    @Override
    public void accept(Object element) {
      ready.add(element == null ? NULL : element);
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
      Objects.requireNonNull(action);
      if (ended)
        return false;
      if (run == null)
        run = stream.new Run(this);
      while (ready.isEmpty())
        if (!run.step())
          return false;
      Object element = ready.poll();
      if (size > 0)
        size--;
      action.accept((T) (element == NULL ? null : element));
      return true;
    }

    /* All of a stream that has not begun needs no place to wait in. */
    @Override
    public void forEachRemaining(Consumer<? super T> action) {
      Objects.requireNonNull(action);
      if (run != null || ended) {
        while (tryAdvance(action))
          continue;
        return;
      }
      ended = true;
      stream.runUsed(new Sink() {
        @Override
        public void accept(Object element) {
          action.accept((T) element);
        }
      }, false);
    }

    @Override
    public Spliterator<T> trySplit() {
      return null;
    }

    @Override
    public long estimateSize() {
      return size >= 0 ? size : Long.MAX_VALUE;
    }

    @Override
    public int characteristics() {
      return stream.flags | (stream.has(SIZED) ? SUBSIZED : 0);
    }

    @Override
    public Comparator<? super T> getComparator() {
      if (stream.has(SORTED))
        return null;
      throw new IllegalStateException();
    }
  }

  /* ---- results ---- */

  @Override
  public void forEach(Consumer<? super T> action) {
    Objects.requireNonNull(action);
    run(new Sink() {
      @Override
      public void accept(Object element) {
        action.accept((T) element);
      }
    }, false);
  }

  @Override
  public void forEachOrdered(Consumer<? super T> action) {
    forEach(action);
  }

  private List<Object> gather() {
    List<Object> all = new ArrayList<>();
    run(new Sink() {
      @Override
      public void accept(Object element) {
        all.add(element);
      }
    }, false);
    return all;
  }

  @Override
  public Object[] toArray() {
    return gather().toArray();
  }

  @Override
  public <A> A[] toArray(IntFunction<A[]> maker) {
    List<Object> all = gather();
    A[] array = maker.apply(all.size());
    for (int i = 0; i < array.length; i++)
      array[i] = (A) all.get(i);
    return array;
  }

  @Override
  public List<T> toList() {
    return (List<T>) Collections.unmodifiableList(gather());
  }

  @Override
  public T reduce(T identity, BinaryOperator<T> function) {
    return reduce(identity, function, function);
  }

  @Override
  public Optional<T> reduce(BinaryOperator<T> function) {
    Objects.requireNonNull(function);
    var sink = new Sink() {
      private boolean any;
      private T result;

      @Override
      public void accept(Object element) {
        result = any ? function.apply(result, (T) element) : (T) element;
        any = true;
      }
    };
    run(sink, false);
    return sink.any ? Optional.of(sink.result) : Optional.empty();
  }

  @Override
  public <U> U reduce(U identity, BiFunction<U, ? super T, U> function, BinaryOperator<U> combiner) {
    Objects.requireNonNull(function);
    Objects.requireNonNull(combiner);
    var sink = new Sink() {
      private U result = identity;

      @Override
      public void accept(Object element) {
        result = function.apply(result, (T) element);
      }
    };
    run(sink, false);
    return sink.result;
  }

  @Override
  public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> combiner) {
    Objects.requireNonNull(accumulator);
    Objects.requireNonNull(combiner);
    R result = supplier.get();
    run(new Sink() {
      @Override
      public void accept(Object element) {
        accumulator.accept(result, (T) element);
      }
    }, false);
    return result;
  }

  @Override
  public <R, A> R collect(Collector<? super T, A, R> collector) {
    BiConsumer<A, ? super T> accumulator = collector.accumulator();
    A result = collector.supplier().get();
    run(new Sink() {
      @Override
      public void accept(Object element) {
        accumulator.accept(result, (T) element);
      }
    }, false);
    return collector.characteristics().contains(Collector.Characteristics.IDENTITY_FINISH) ? (R) result
        : collector.finisher().apply(result);
  }

  @Override
  public Optional<T> min(Comparator<? super T> order) {
    Objects.requireNonNull(order);
    return reduce((a, b) -> order.compare(a, b) <= 0 ? a : b);
  }

  @Override
  public Optional<T> max(Comparator<? super T> order) {
    Objects.requireNonNull(order);
    return reduce((a, b) -> order.compare(a, b) >= 0 ? a : b);
  }

  @Override
  public long count() {
    long known = knownSize();
    if (known >= 0) {
      finish();
      return known;
    }
    var sink = new Sink() {
      private long count;

      @Override
      public void accept(Object element) {
        count++;
      }
    };
    run(sink, false);
    return sink.count;
  }

  /* Whether the condition is `wanted' for one of the elements. */
  private boolean finds(Predicate<? super T> condition, boolean wanted) {
    Objects.requireNonNull(condition);
    var sink = new Sink() {
      private boolean found;

      @Override
      boolean done() {
        return found;
      }

      @Override
      public void accept(Object element) {
        if (!found)
          found = condition.test((T) element) == wanted;
      }
    };
    run(sink, true);
    return sink.found;
  }

  @Override
  public boolean anyMatch(Predicate<? super T> condition) {
    return finds(condition, true);
  }

  @Override
  public boolean allMatch(Predicate<? super T> condition) {
    return !finds(condition, false);
  }

  @Override
  public boolean noneMatch(Predicate<? super T> condition) {
    return !finds(condition, true);
  }

  @Override
  public Optional<T> findFirst() {
    var sink = new Sink() {
      private boolean found;
      private T first;

      @Override
      boolean done() {
        return found;
      }

      @Override
      public void accept(Object element) {
        if (!found)
          first = (T) element;
        found = true;
      }
    };
    run(sink, true);
    return sink.found ? Optional.of(sink.first) : Optional.empty();
  }

  @Override
  public Optional<T> findAny() {
    return findFirst();
  }

  /* ---- sources ---- */

  static <T> Stream<T> iterated(T seed, Predicate<? super T> hasNext, UnaryOperator<T> function) {
    return StreamSupport.stream(new Spliterators.AbstractSpliterator<T>(Long.MAX_VALUE, ORDERED
        | Spliterator.IMMUTABLE) {
      private T element;
      private boolean begun;
      private boolean ended;

      @Override
      public boolean tryAdvance(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        if (ended)
          return false;
        T now = begun ? function.apply(element) : seed;
        begun = true;
        if (hasNext != null && !hasNext.test(now)) {
          element = null;
          ended = true;
          return false;
        }
        element = now;
        action.accept(now);
        return true;
      }
    }, false);
  }

  static <T> Stream<T> generated(Supplier<? extends T> supplier) {
    return StreamSupport.stream(new Spliterators.AbstractSpliterator<T>(Long.MAX_VALUE, Spliterator.IMMUTABLE) {
      @Override
      public boolean tryAdvance(Consumer<? super T> action) {
        action.accept(supplier.get());
        return true;
      }
    }, false);
  }

  static final class Building<T> implements Stream.Builder<T> {
    private List<T> elements = new ArrayList<>();

    private List<T> open() {
      if (elements == null)
        throw new IllegalStateException();
      return elements;
    }

    @Override
    public void accept(T element) {
      open().add(element);
    }

    @Override
    public Stream<T> build() {
      Object[] all = open().toArray();
      elements = null;
      return StreamSupport.stream(Spliterators.spliterator(all, ORDERED), false);
    }
  }

  /* One source, then another. */
  static final class Both<T> implements Spliterator<T> {
    private final Spliterator<T> first;
    private final Spliterator<T> second;
    private boolean inSecond;

    Both(Spliterator<T> first, Spliterator<T> second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
      if (!inSecond && first.tryAdvance(action))
        return true;
      inSecond = true;
      return second.tryAdvance(action);
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
      if (!inSecond)
        first.forEachRemaining(action);
      inSecond = true;
      second.forEachRemaining(action);
    }

    @Override
    public Spliterator<T> trySplit() {
      if (inSecond)
        return second.trySplit();
      inSecond = true;
      return first;
    }

    @Override
    public long estimateSize() {
      long size = (inSecond ? 0 : first.estimateSize()) + second.estimateSize();
      return size >= 0 ? size : Long.MAX_VALUE;
    }

    @Override
    public int characteristics() {
      int common = first.characteristics() & second.characteristics() & ~(DISTINCT | SORTED);
      return first.estimateSize() + second.estimateSize() < 0 ? common & ~(SIZED | SUBSIZED) : common;
    }
  }
}
