/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * How often something has happened. Counted by one thread; others read it at any time. */
package jx.net;

public final class Counter {
  private final String name;
  private volatile long value;

  Counter(String name) {
    this.name = name;
  }

  public void add() {
    value++;
  }

  public String name() {
    return name;
  }

  public long value() {
    return value;
  }
}
