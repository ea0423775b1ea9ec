/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From long to long. */
package java.util.function;

@FunctionalInterface
public interface LongUnaryOperator {
  long applyAsLong(long operand);

  default LongUnaryOperator compose(LongUnaryOperator before) {
    java.util.Objects.requireNonNull(before);
    return operand -> applyAsLong(before.applyAsLong(operand));
  }

  default LongUnaryOperator andThen(LongUnaryOperator after) {
    java.util.Objects.requireNonNull(after);
    return operand -> after.applyAsLong(applyAsLong(operand));
  }

  static LongUnaryOperator identity() {
    return operand -> operand;
  }
}
