/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A sum of doubles that carries along what rounding took from it (Kahan, "Further remarks on reducing truncation
 * errors", 1965). */
package jx.math;

public final class PreciseSum {
  private double sum;
  private double excess;
  /* For infinities, of which the correction makes something that is no number. */
  private double simple;

  public void add(double value) {
    simple += value;
    carry(value);
  }

  public void add(PreciseSum other) {
    simple += other.simple;
    carry(other.sum);
    carry(-other.excess);
  }

  private void carry(double value) {
    double corrected = value - excess;
    double next = sum + corrected;
    excess = next - sum - corrected;
    sum = next;
  }

  public double result() {
    double result = sum - excess;
    return Double.isNaN(result) && Double.isInfinite(simple) ? simple : result;
  }
}
