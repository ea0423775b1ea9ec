/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A condition on a double. */
package java.util.function;

@FunctionalInterface
public interface DoublePredicate {
  boolean test(double value);

  default DoublePredicate and(DoublePredicate other) {
    java.util.Objects.requireNonNull(other);
    return value -> test(value) && other.test(value);
  }

  default DoublePredicate or(DoublePredicate other) {
    java.util.Objects.requireNonNull(other);
    return value -> test(value) || other.test(value);
  }

  default DoublePredicate negate() {
    return value -> !test(value);
  }
}
