/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A condition on a long. */
package java.util.function;

@FunctionalInterface
public interface LongPredicate {
  boolean test(long value);

  default LongPredicate and(LongPredicate other) {
    java.util.Objects.requireNonNull(other);
    return value -> test(value) && other.test(value);
  }

  default LongPredicate or(LongPredicate other) {
    java.util.Objects.requireNonNull(other);
    return value -> test(value) || other.test(value);
  }

  default LongPredicate negate() {
    return value -> !test(value);
  }
}
