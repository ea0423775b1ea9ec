/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference and a mark, changed in one step. */
package java.util.concurrent.atomic;

public class AtomicMarkableReference<V> {
  private static final class Pair<V> {
    final V reference;
    final boolean mark;

    Pair(V reference, boolean mark) {
      this.reference = reference;
      this.mark = mark;
    }
  }

  private final AtomicReference<Pair<V>> pair;

  public AtomicMarkableReference(V reference, boolean mark) {
    pair = new AtomicReference<>(new Pair<>(reference, mark));
  }

  public V getReference() {
    return pair.get().reference;
  }

  public boolean isMarked() {
    return pair.get().mark;
  }

  public V get(boolean[] holder) {
    Pair<V> now = pair.get();
    holder[0] = now.mark;
    return now.reference;
  }

  public void set(V reference, boolean mark) {
    pair.set(new Pair<>(reference, mark));
  }

  public boolean compareAndSet(V expected, V now, boolean expectedMark, boolean newMark) {
    Pair<V> old = pair.get();
    return old.reference == expected && old.mark == expectedMark && (now == expected && newMark == expectedMark
        || pair.compareAndSet(old, new Pair<>(now, newMark)));
  }

  public boolean weakCompareAndSet(V expected, V now, boolean expectedMark, boolean newMark) {
    return compareAndSet(expected, now, expectedMark, newMark);
  }

  public boolean attemptMark(V expected, boolean newMark) {
    Pair<V> old = pair.get();
    return old.reference == expected && (old.mark == newMark || pair.compareAndSet(old, new Pair<>(expected, newMark)));
  }
}
