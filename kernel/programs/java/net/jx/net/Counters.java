/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What all layers count, by name: `udp bad checksum'. A layer asks for its counters when it is made. */
package jx.net;

import java.util.ArrayList;
import java.util.List;

public final class Counters {
  private final List<Counter> all = new ArrayList<>();

  public Counter make(String name) {
    Counter counter = new Counter(name);
    all.add(counter);
    return counter;
  }

  public long value(String name) {
    for (Counter counter : all)
      if (counter.name().equals(name))
        return counter.value();
    throw new IllegalArgumentException("nothing counts " + name);
  }

  /* `NAME VALUE' for each that is not 0. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Counter counter : all)
      if (counter.value() != 0)
        lines.add(counter.name() + " " + counter.value());
    return lines;
  }
}
