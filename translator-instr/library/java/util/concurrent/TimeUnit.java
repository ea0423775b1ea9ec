/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Units of time. Conversions round towards zero and stop at the ends of long. */
package java.util.concurrent;

public enum TimeUnit {
  NANOSECONDS(1L), MICROSECONDS(1000L), MILLISECONDS(1000000L), SECONDS(1000000000L), MINUTES(60000000000L),
  HOURS(3600000000000L), DAYS(86400000000000L);

  private final long nanos;

  TimeUnit(long nanos) {
    this.nanos = nanos;
  }

  private static long times(long count, long factor) {
    long most = Long.MAX_VALUE / factor;
    return count > most ? Long.MAX_VALUE : count < -most ? Long.MIN_VALUE : count * factor;
  }

  /* `count` of `unit` in this unit. */
  public long convert(long count, TimeUnit unit) {
    return unit.nanos >= nanos ? times(count, unit.nanos / nanos) : count / (nanos / unit.nanos);
  }

  public long toNanos(long count) {
    return NANOSECONDS.convert(count, this);
  }

  public long toMicros(long count) {
    return MICROSECONDS.convert(count, this);
  }

  public long toMillis(long count) {
    return MILLISECONDS.convert(count, this);
  }

  public long toSeconds(long count) {
    return SECONDS.convert(count, this);
  }

  public long toMinutes(long count) {
    return MINUTES.convert(count, this);
  }

  public long toHours(long count) {
    return HOURS.convert(count, this);
  }

  public long toDays(long count) {
    return DAYS.convert(count, this);
  }

  public void sleep(long count) throws InterruptedException {
    if (count > 0)
      Thread.sleep(toMillis(count), (int) (toNanos(count) % 1000000));
  }

  /* Waits on `object`, whose monitor is the caller's. */
  public void timedWait(Object object, long count) throws InterruptedException {
    if (count > 0)
      object.wait(toMillis(count), (int) (toNanos(count) % 1000000));
  }

  public void timedJoin(Thread thread, long count) throws InterruptedException {
    if (count > 0)
      thread.join(Math.max(toMillis(count), 1));
  }
}
