/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A variable that each thread has for itself. The values lie in the thread, which they end with. */
package java.lang;

import java.util.HashMap;
import java.util.Objects;
import java.util.function.Supplier;

public class ThreadLocal<T> {
  public ThreadLocal() {
  }

  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
    Objects.requireNonNull(supplier);
    return new ThreadLocal<S>() {
      @Override
      protected S initialValue() {
        return supplier.get();
      }
    };
  }

  protected T initialValue() {
    return null;
  }

  private static HashMap<ThreadLocal<?>, Object> values() {
    Thread thread = Thread.currentThread();
    if (thread.locals == null)
      thread.locals = new HashMap<>();
    return thread.locals;
  }

  @SuppressWarnings("unchecked")
  public T get() {
    HashMap<ThreadLocal<?>, Object> values = values();
    Object value = values.get(this);
    if (value == null && !values.containsKey(this)) {
      value = initialValue();
      values.put(this, value);
    }
    return (T) value;
  }

  public void set(T value) {
    values().put(this, value);
  }

  public void remove() {
    values().remove(this);
  }

  /* One key each, whatever a subclass thinks of equality. */
  @Override
  public final int hashCode() {
    return super.hashCode();
  }

  @Override
  public final boolean equals(Object other) {
    return this == other;
  }
}
