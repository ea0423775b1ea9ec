/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A decimal number as digits and the place of its point, to be rounded half up. */
package java.util;

final class DecimalDigits {
  private String digits; /* no leading zeros; empty for zero */
  private int point;     /* the value is 0.digits * 10^point */

  /* `text` as Double.toString() gives it, not negative and finite. */
  DecimalDigits(String text) {
    int exponentAt = text.indexOf('E');
    String mantissa = exponentAt < 0 ? text : text.substring(0, exponentAt);
    int dot = mantissa.indexOf('.');
    point = dot + (exponentAt < 0 ? 0 : Integer.parseInt(text.substring(exponentAt + 1)));
    digits = mantissa.substring(0, dot) + mantissa.substring(dot + 1);
    dropLeadingZeros();
  }

  private void dropLeadingZeros() {
    int zeros = 0;
    while (zeros < digits.length() && digits.charAt(zeros) == '0')
      zeros++;
    digits = digits.substring(zeros);
    point = digits.isEmpty() ? 0 : point - zeros;
  }

  /* Keeps `count` digits; below zero, none. */
  private void round(int count) {
    if (count >= digits.length())
      return;
    if (count < 0) {
      digits = "";
      return;
    }
    boolean up = digits.charAt(count) >= '5';
    char[] kept = ("0" + digits.substring(0, count)).toCharArray();
    for (int at = kept.length - 1; up; at--) {
      up = kept[at] == '9';
      kept[at] = up ? '0' : (char) (kept[at] + 1);
    }
    digits = String.valueOf(kept);
    point++;
    dropLeadingZeros();
  }

  private char digit(int index) {
    return index >= 0 && index < digits.length() ? digits.charAt(index) : '0';
  }

  String plain(int places) {
    round(point + places);
    StringBuilder text = new StringBuilder();
    for (int i = Math.min(0, point - 1); i < point; i++)
      text.append(digit(i));
    if (places > 0)
      text.append('.');
    for (int i = 0; i < places; i++)
      text.append(digit(point + i));
    return text.toString();
  }

  String scientific(int places) {
    round(places + 1);
    StringBuilder text = new StringBuilder().append(digit(0));
    if (places > 0)
      text.append('.');
    for (int i = 1; i <= places; i++)
      text.append(digit(i));
    int exponent = digits.isEmpty() ? 0 : point - 1;
    text.append('e').append(exponent < 0 ? '-' : '+');
    return text.append(Math.abs(exponent) < 10 ? "0" : "").append(Math.abs(exponent)).toString();
  }
}
