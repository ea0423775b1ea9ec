/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A reference and a number, changed in one step. */
package java.util.concurrent.atomic;

public class AtomicStampedReference<V> {
  private static final class Pair<V> {
    final V reference;
    final int stamp;

    Pair(V reference, int stamp) {
      this.reference = reference;
      this.stamp = stamp;
    }
  }

  private final AtomicReference<Pair<V>> pair;

  public AtomicStampedReference(V reference, int stamp) {
    pair = new AtomicReference<>(new Pair<>(reference, stamp));
  }

  public V getReference() {
    return pair.get().reference;
  }

  public int getStamp() {
    return pair.get().stamp;
  }

  public V get(int[] holder) {
    Pair<V> now = pair.get();
    holder[0] = now.stamp;
    return now.reference;
  }

  public void set(V reference, int stamp) {
    pair.set(new Pair<>(reference, stamp));
  }

  public boolean compareAndSet(V expected, V now, int expectedStamp, int newStamp) {
    Pair<V> old = pair.get();
    return old.reference == expected && old.stamp == expectedStamp && (now == expected && newStamp == expectedStamp
        || pair.compareAndSet(old, new Pair<>(now, newStamp)));
  }

  public boolean weakCompareAndSet(V expected, V now, int expectedStamp, int newStamp) {
    return compareAndSet(expected, now, expectedStamp, newStamp);
  }

  public boolean attemptStamp(V expected, int newStamp) {
    Pair<V> old = pair.get();
    return old.reference == expected
        && (old.stamp == newStamp || pair.compareAndSet(old, new Pair<>(expected, newStamp)));
  }
}
