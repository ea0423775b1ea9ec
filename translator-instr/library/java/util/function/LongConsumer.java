/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Takes a long. */
package java.util.function;

@FunctionalInterface
public interface LongConsumer {
  void accept(long value);

  default LongConsumer andThen(LongConsumer after) {
    java.util.Objects.requireNonNull(after);
    return value -> {
      accept(value);
      after.accept(value);
    };
  }
}
