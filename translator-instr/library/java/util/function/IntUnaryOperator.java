/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From int to int. */
package java.util.function;

@FunctionalInterface
public interface IntUnaryOperator {
  int applyAsInt(int operand);

  default IntUnaryOperator compose(IntUnaryOperator before) {
    java.util.Objects.requireNonNull(before);
    return operand -> applyAsInt(before.applyAsInt(operand));
  }

  default IntUnaryOperator andThen(IntUnaryOperator after) {
    java.util.Objects.requireNonNull(after);
    return operand -> after.applyAsInt(applyAsInt(operand));
  }

  static IntUnaryOperator identity() {
    return operand -> operand;
  }
}
