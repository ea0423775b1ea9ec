/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From double to double. */
package java.util.function;

@FunctionalInterface
public interface DoubleUnaryOperator {
  double applyAsDouble(double operand);

  default DoubleUnaryOperator compose(DoubleUnaryOperator before) {
    java.util.Objects.requireNonNull(before);
    return operand -> applyAsDouble(before.applyAsDouble(operand));
  }

  default DoubleUnaryOperator andThen(DoubleUnaryOperator after) {
    java.util.Objects.requireNonNull(after);
    return operand -> after.applyAsDouble(applyAsDouble(operand));
  }

  static DoubleUnaryOperator identity() {
    return operand -> operand;
  }
}
