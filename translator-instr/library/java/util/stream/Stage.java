/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A source of elements, or an operation on those of the stage before. A stage is a sink for what the stage before it
 * sends, and sends to the next one: a stream that runs makes no objects but its stages. The four kinds of streams
 * (ObjStage; IntStage, LongStage and DoubleStage, of a template) have their operations as subclasses without names. */
package java.util.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Spliterator;

abstract class Stage extends Sink {
  private static final int KNOWN = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.SORTED | Spliterator.SIZED;

  private final Stage before;
  private final Stage head;
  /* What is known of the elements that this stage sends: Spliterator's characteristics. */
  final int flags;
  Sink next;
  private boolean used;

  /* Of the source alone. */
  private Spliterator<?> source;
  private boolean parallel;
  private boolean cancelling;
  private List<Runnable> closing;

  /* A source. Only that it is sorted by an order of its own is not of use. */
  Stage(Spliterator<?> source) {
    this.source = source;
    before = null;
    head = this;
    int known = source.characteristics() & KNOWN;
    flags = (known & Spliterator.SORTED) != 0 && source.getComparator() != null ? known & ~Spliterator.SORTED : known;
  }

  /* An operation that keeps these properties of the elements, and adds those. */
  Stage(Stage before, int kept, int added) {
    before.use();
    this.before = before;
    head = before.head;
    flags = before.flags & kept | added;
  }

  private void use() {
    if (used)
      throw new IllegalStateException("stream has already been operated upon or closed");
    used = true;
  }

  /* Sends all that is left in the source to `first`; if `cancel`, as long as it wants more. */
  abstract void feed(Spliterator<?> from, Sink first, boolean cancel);

  /* Sends one element; false for none. */
  abstract boolean feedOne(Spliterator<?> from, Sink first);

  /* Whether this stage may want no more elements before they end. */
  boolean mayCancel() {
    return false;
  }

  /* How many elements this stage sends if it gets `size`, which is only asked if its flags say SIZED. */
  long sizeOf(long size) {
    return size;
  }

  final boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /* Whether the stream that this stage belongs to stops before its elements end. */
  final boolean isCancelling() {
    return head.cancelling;
  }

  @Override
  void begin(long size) {
    next.begin(size < 0 || !has(Spliterator.SIZED) ? -1 : sizeOf(size));
  }

  @Override
  void end() {
    next.end();
  }

  @Override
  boolean done() {
    return next.done();
  }

  /* Puts `last` behind this stage, and each stage behind the one before it. Returns the first that gets elements. */
  private Sink connect(Sink last, boolean cancel) {
    next = last;
    Stage stage = this;
    for (; stage.before != null; stage = stage.before) {
      cancel |= stage.mayCancel();
      stage.before.next = stage;
    }
    head.cancelling = cancel;
    return head.next;
  }

  /* Runs the stream into `last`, which may want to stop early if `cancel`. */
  final void run(Sink last, boolean cancel) {
    use();
    runUsed(last, cancel);
  }

  /* As run(), for a stream that finish() has ended. */
  final void runUsed(Sink last, boolean cancel) {
    Sink first = connect(last, cancel);
    first.begin(head.has(Spliterator.SIZED) ? head.source.getExactSizeIfKnown() : -1);
    head.feed(head.source, first, head.cancelling);
    first.end();
  }

  /* How many elements there will be, if that is known without running the stream: else -1. */
  final long knownSize() {
    return !has(Spliterator.SIZED) ? -1 : before == null ? source.getExactSizeIfKnown() : sizeOf(before.knownSize());
  }

  /* Ends a stream whose result is known, or comes later. */
  final void finish() {
    use();
  }

  /* The source, if this is nothing else. */
  final Spliterator<?> soleSource() {
    if (before != null)
      return null;
    use();
    return source;
  }

  /* A run of a stream that finish() has ended, which makes elements as they are asked for: from one element of the source
   * come none, one, or many. */
  final class Run {
    private final Sink first;
    private boolean begun;
    private boolean ended;

    Run(Sink last) {
      first = connect(last, true);
    }

    /* Sends on what the next element of the source makes; false when there are no more. */
    boolean step() {
      if (ended)
        return false;
      if (!begun)
        first.begin(head.has(Spliterator.SIZED) ? head.source.getExactSizeIfKnown() : -1);
      begun = true;
      if (first.done() || !head.feedOne(head.source, first)) {
        ended = true;
        first.end();
      }
      return true;
    }
  }

  final void setParallel(boolean parallel) {
    head.parallel = parallel;
  }

  public boolean isParallel() {
    return head.parallel;
  }

  final void addClosing(Runnable handler) {
    if (used)
      throw new IllegalStateException("stream has already been operated upon or closed");
    java.util.Objects.requireNonNull(handler);
    if (head.closing == null)
      head.closing = new ArrayList<>();
    head.closing.add(handler);
  }

  public void close() {
    used = true;
    List<Runnable> handlers = head.closing;
    head.closing = null;
    Throwable thrown = null;
    for (int i = 0; handlers != null && i < handlers.size(); i++)
      try {
        handlers.get(i).run();
      } catch (RuntimeException | Error e) {
        if (thrown == null)
          thrown = e;
        else if (thrown != e)
          thrown.addSuppressed(e);
      }
    if (thrown instanceof Error)
      throw (Error) thrown;
    if (thrown != null)
      throw (RuntimeException) thrown;
  }
}
