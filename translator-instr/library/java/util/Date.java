/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A moment, in milliseconds since 1970. There is one time zone, UTC. Days before 15 October 1582 are those of the
 * Julian calendar, as the JDK has it. */
package java.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

public class Date implements java.io.Serializable, Cloneable, Comparable<Date> {
  private static final long serialVersionUID = 7523967970034938905L;

  private static final long DAY_MILLIS = 86400000;
  /* Days from 1 March of the year 0 to 1 January 1970, by the Gregorian and by the Julian calendar. */
  private static final long GREGORIAN_DAYS = 719468;
  private static final long JULIAN_DAYS = 719470;
  /* 15 October 1582, in days since 1970. */
  private static final long FIRST_GREGORIAN = -141427;

  private static final String[] MONTHS = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov",
    "Dec"};
  private static final String[] DAYS = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

  private transient long time;

  public Date() {
    this(System.currentTimeMillis());
  }

  public Date(long time) {
    this.time = time;
  }

  @Deprecated
  public Date(int year, int month, int date) {
    this(year, month, date, 0, 0, 0);
  }

  @Deprecated
  public Date(int year, int month, int date, int hours, int minutes) {
    this(year, month, date, hours, minutes, 0);
  }

  /* `year` from 1900 on, `month` from 0 on; each may be out of its range. */
  @Deprecated
  public Date(int year, int month, int date, int hours, int minutes, int seconds) {
    this(UTC(year, month, date, hours, minutes, seconds));
  }

  @Deprecated
  public static long UTC(int year, int month, int date, int hours, int minutes, int seconds) {
    long day = firstOfMonth(1900L + year + Math.floorDiv(month, 12), Math.floorMod(month, 12)) + date - 1;
    return ((day * 24 + hours) * 60 + minutes) * 60000L + seconds * 1000L;
  }

  /* Days from 1 March to the first of the month that is `month` months later: 31, 30, 31, 30, 31 and again. */
  private static int daysBefore(int month) {
    return (153 * month + 2) / 5;
  }

  /* The day since 1970 of the first of a month, counted from 0. A year is one from March to February here. */
  private static long firstOfMonth(long year, int month) {
    int sinceMarch = (month + 10) % 12;
    long y = month < 2 ? year - 1 : year;
    long days = 365 * y + Math.floorDiv(y, 4) + daysBefore(sinceMarch);
    long gregorian = days - Math.floorDiv(y, 100) + Math.floorDiv(y, 400) - GREGORIAN_DAYS;
    return gregorian >= FIRST_GREGORIAN - 14 ? gregorian : days - JULIAN_DAYS;
  }

  /* Year, month from 0 on, day of the month. */
  private static final class Fields {
    final long year;
    final int month;
    final int date;

    Fields(long day) {
      boolean gregorian = day >= FIRST_GREGORIAN;
      long rest = day + (gregorian ? GREGORIAN_DAYS : JULIAN_DAYS);
      long years = 0;
      if (gregorian) {
        years = 400 * Math.floorDiv(rest, 146097L);
        rest = Math.floorMod(rest, 146097L);
        long centuries = Math.min(rest / 36524, 3);
        years += 100 * centuries;
        rest -= 36524 * centuries;
      }
      years += 4 * Math.floorDiv(rest, 1461L);
      rest = Math.floorMod(rest, 1461L);
      long single = Math.min(rest / 365, 3);
      int dayOfYear = (int) (rest - 365 * single);
      int sinceMarch = (5 * dayOfYear + 2) / 153;
      date = dayOfYear - daysBefore(sinceMarch) + 1;
      month = (sinceMarch + 2) % 12;
      year = years + single + (month < 2 ? 1 : 0);
    }
  }

  private long day() {
    return Math.floorDiv(time, DAY_MILLIS);
  }

  private int secondOfDay() {
    return (int) (Math.floorMod(time, DAY_MILLIS) / 1000);
  }

  private Fields fields() {
    return new Fields(day());
  }

  public long getTime() {
    return time;
  }

  public void setTime(long time) {
    this.time = time;
  }

  @Deprecated
  public int getYear() {
    return (int) (fields().year - 1900);
  }

  @Deprecated
  public int getMonth() {
    return fields().month;
  }

  @Deprecated
  public int getDate() {
    return fields().date;
  }

  /* 0 is Sunday; 1 January 1970 was a Thursday. */
  @Deprecated
  public int getDay() {
    return (int) Math.floorMod(day() + 4, 7L);
  }

  @Deprecated
  public int getHours() {
    return secondOfDay() / 3600;
  }

  @Deprecated
  public int getMinutes() {
    return secondOfDay() / 60 % 60;
  }

  @Deprecated
  public int getSeconds() {
    return secondOfDay() % 60;
  }

  @Deprecated
  public int getTimezoneOffset() {
    return 0;
  }

  public boolean before(Date other) {
    return time < other.time;
  }

  public boolean after(Date other) {
    return time > other.time;
  }

  @Override
  public int compareTo(Date other) {
    return Long.compare(time, other.time);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Date && time == ((Date) other).time;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(time);
  }

  @Override
  public Object clone() {
    try {
      return super.clone();
    } catch (CloneNotSupportedException e) {
      throw new InternalError(e);
    }
  }

  private static StringBuilder twoDigits(StringBuilder text, int value) {
    return text.append(value < 10 ? "0" : "").append(value);
  }

  private StringBuilder appendClock(StringBuilder text) {
    twoDigits(text, getHours()).append(':');
    twoDigits(text, getMinutes()).append(':');
    return twoDigits(text, getSeconds());
  }

  /* Before the year 1 the years of that era are counted, as the JDK has it. */
  private static long shownYear(long year) {
    return year > 0 ? year : 1 - year;
  }

  @Override
  public String toString() {
    Fields fields = fields();
    StringBuilder text = new StringBuilder(28);
    text.append(DAYS[getDay()]).append(' ').append(MONTHS[fields.month]).append(' ');
    twoDigits(text, fields.date).append(' ');
    return appendClock(text).append(" UTC ").append(shownYear(fields.year)).toString();
  }

  @Deprecated
  public String toGMTString() {
    Fields fields = fields();
    StringBuilder text = new StringBuilder(32);
    text.append(fields.date).append(' ').append(MONTHS[fields.month]).append(' ').append(shownYear(fields.year));
    return appendClock(text.append(' ')).append(" GMT").toString();
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeLong(getTime());
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    time = in.readLong();
  }
}
