/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Numbers as text: a client's screen shows nothing else. */
package stock;

final class Display {
  /* A constant, so that the class has no initializer: that would be a call of whichever client comes first. */
  private static final String BARS = " .:-=+*#";

  private Display() {
  }

  /* With two digits behind the point, whatever the place says. */
  static String money(double amount) {
    long hundredths = Math.round(Math.abs(amount) * 100);
    StringBuilder text = new StringBuilder();
    text.append(amount < 0 && hundredths > 0 ? "-" : "").append(hundredths / 100).append('.');
    return text.append((char)('0' + hundredths / 10 % 10)).append((char)('0' + hundredths % 10)).toString();
  }

  static String percent(double value) {
    return (value >= 0 ? "+" : "") + money(value) + "%";
  }

  /* Thousands apart. */
  static String grouped(long number) {
    String digits = Long.toString(number);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0 && digits.charAt(i - 1) != '-')
        text.append('\'');
      text.append(digits.charAt(i));
    }
    return text.toString();
  }

  static void pad(StringBuilder line, String text, int width, boolean right) {
    int gap = width - text.length();
    if (!right)
      line.append(text);
    for (int i = 0; i < gap; i++)
      line.append(' ');
    if (right)
      line.append(text);
  }

  /* A course of prices in one line. */
  static String spark(double[] course) {
    double low = Double.MAX_VALUE, high = 0;
    for (double price : course) {
      low = Math.min(low, price);
      high = Math.max(high, price);
    }
    char[] text = new char[course.length];
    for (int i = 0; i < text.length; i++)
      text[i] = BARS.charAt(high == low ? 0 : (int)((course[i] - low) / (high - low) * (BARS.length() - 1)));
    return new String(text);
  }
}
