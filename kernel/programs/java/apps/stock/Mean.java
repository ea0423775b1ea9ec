/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A mean and a deviation, as values come (B. P. Welford, 1962). */
package stock;

final class Mean {
  private int number;
  private double mean, squares;

  void add(double value) {
    double off = value - mean;
    mean += off / ++number;
    squares += off * (value - mean);
  }

  double deviation() {
    return number < 2 ? 0 : Math.sqrt(squares / (number - 1));
  }

  String line() {
    return Display.money(mean) + " a day, deviation " + Display.money(deviation());
  }
}
