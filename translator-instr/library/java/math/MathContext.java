/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How many digits a result has at most, 0 for all, and how it is rounded to them. */
package java.math;

import java.util.Objects;

public final class MathContext implements java.io.Serializable {
  public static final MathContext UNLIMITED = new MathContext(0, RoundingMode.HALF_UP);
  /* As IEEE 754's decimal formats. */
  public static final MathContext DECIMAL32 = new MathContext(7, RoundingMode.HALF_EVEN);
  public static final MathContext DECIMAL64 = new MathContext(16, RoundingMode.HALF_EVEN);
  public static final MathContext DECIMAL128 = new MathContext(34, RoundingMode.HALF_EVEN);

  private final int precision;
  private final RoundingMode mode;

  public MathContext(int precision) {
    this(precision, RoundingMode.HALF_UP);
  }

  public MathContext(int precision, RoundingMode mode) {
    if (precision < 0)
      throw new IllegalArgumentException("Digits < 0");
    this.precision = precision;
    this.mode = Objects.requireNonNull(mode, "null RoundingMode");
  }

  /* Of what toString() gives. */
  public MathContext(String text) {
    int space = text.indexOf(' ');
    if (!text.startsWith("precision=") || space < 0 || !text.startsWith("roundingMode=", space + 1))
      throw new IllegalArgumentException("bad string format");
    try {
      precision = Integer.parseInt(text.substring("precision=".length(), space));
      mode = RoundingMode.valueOf(text.substring(space + 1 + "roundingMode=".length()));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("bad string format");
    }
    if (precision < 0)
      throw new IllegalArgumentException("Digits < 0");
  }

  public int getPrecision() {
    return precision;
  }

  public RoundingMode getRoundingMode() {
    return mode;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MathContext && ((MathContext) other).precision == precision
        && ((MathContext) other).mode == mode;
  }

  @Override
  public int hashCode() {
    return precision + 59 * mode.hashCode();
  }

  @Override
  public String toString() {
    return "precision=" + precision + " roundingMode=" + mode;
  }
}
