/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes a double. */
package java.util.function;

@FunctionalInterface
public interface DoubleConsumer {
  void accept(double value);

  default DoubleConsumer andThen(DoubleConsumer after) {
    java.util.Objects.requireNonNull(after);
    return value -> {
      accept(value);
      after.accept(value);
    };
  }
}
