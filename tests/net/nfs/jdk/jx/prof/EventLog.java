/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Stands in for the kernel's event log on the JDK: counts how often each event was logged. */
package jx.prof;

import java.util.ArrayList;

public final class EventLog {
  private static final ArrayList<String> NAMES = new ArrayList<>();
  private static final ArrayList<long[]> COUNTS = new ArrayList<>();

  private EventLog() {
  }

  public static synchronized int register(String name) {
    int known = NAMES.indexOf(name);
    if (known < 0) {
      NAMES.add(name);
      COUNTS.add(new long[1]);
      known = NAMES.size() - 1;
    }
    return known + 1;
  }

  public static synchronized void log(int number, long argument) {
    COUNTS.get(number - 1)[0]++;
  }

  public static synchronized long count(String name) {
    int known = NAMES.indexOf(name);
    return known < 0 ? 0 : COUNTS.get(known)[0];
  }
}
