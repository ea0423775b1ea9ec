/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The root of all classes. The translator gives every object a header with its class; monitors are made on demand. */
package java.lang;

public class Object {
  public Object() {
  }

  public final native Class<?> getClass();

  public native int hashCode();

  public boolean equals(Object other) {
    return this == other;
  }

  protected native Object clone() throws CloneNotSupportedException;

  public String toString() {
    return getClass().getName() + "@" + Integer.toHexString(hashCode());
  }

  public final native void notify();

  public final native void notifyAll();

  public final void wait() throws InterruptedException {
    wait(0L);
  }

  public final void wait(long millis) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("timeout value is negative");
    waitMillis(millis);
  }

  /* 0: for ever. */
  private native void waitMillis(long millis) throws InterruptedException;

  public final void wait(long millis, int nanos) throws InterruptedException {
    if (millis < 0)
      throw new IllegalArgumentException("timeoutMillis value is negative");
    if (nanos < 0 || nanos > 999999)
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    wait(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
  }
}
