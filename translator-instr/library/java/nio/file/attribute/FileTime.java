/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A moment, in milliseconds since 1970. */
package java.nio.file.attribute;

import java.util.concurrent.TimeUnit;

public final class FileTime implements Comparable<FileTime> {
  private static final long DAY = 86_400_000;
  /* The Gregorian calendar repeats after so many years, which have so many days. */
  private static final long CYCLE_YEARS = 400;
  private static final long CYCLE_DAYS = 146_097;
  /* From 1 March 0000 to 1 January 1970. */
  private static final long EPOCH_DAYS = 719_468;

  private final long millis;

  private FileTime(long millis) {
    this.millis = millis;
  }

  public static FileTime fromMillis(long millis) {
    return new FileTime(millis);
  }

  public static FileTime from(long value, TimeUnit unit) {
    return new FileTime(unit.toMillis(value));
  }

  public long to(TimeUnit unit) {
    return unit.convert(millis, TimeUnit.MILLISECONDS);
  }

  public long toMillis() {
    return millis;
  }

  @Override
  public int compareTo(FileTime other) {
    return Long.compare(millis, other.millis);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileTime && millis == ((FileTime) other).millis;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(millis);
  }

  private static String padded(long number, int digits) {
    StringBuilder text = new StringBuilder().append(number);
    while (text.length() < digits)
      text.insert(0, '0');
    return text.toString();
  }

  /* Years that begin in March have their odd day at the end: of day d of such a year, the month is (5 d + 2) / 153. */
  @Override
  public String toString() {
    long days = Math.floorDiv(millis, DAY) + EPOCH_DAYS;
    long rest = Math.floorMod(millis, DAY);
    long cycle = Math.floorDiv(days, CYCLE_DAYS);
    long day = Math.floorMod(days, CYCLE_DAYS);
    long year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    day -= 365 * year + year / 4 - year / 100;
    long month = (5 * day + 2) / 153;
    day -= (153 * month + 2) / 5;
    year += cycle * CYCLE_YEARS + (month < 10 ? 0 : 1);
    month = month < 10 ? month + 3 : month - 9;
    year -= year <= 0 ? 1 : 0; /* before the year 1 comes the year -1 */
    StringBuilder text = new StringBuilder(year < 0 ? "-" : "").append(padded(Math.abs(year), 4)).append('-')
        .append(padded(month, 2)).append('-').append(padded(day + 1, 2)).append('T')
        .append(padded(rest / 3_600_000, 2)).append(':').append(padded(rest / 60_000 % 60, 2)).append(':')
        .append(padded(rest / 1000 % 60, 2));
    if (rest % 1000 != 0) {
      String fraction = padded(rest % 1000, 3);
      while (fraction.endsWith("0"))
        fraction = fraction.substring(0, fraction.length() - 1);
      text.append('.').append(fraction);
    }
    return text.append('Z').toString();
  }
}
