/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What variables stand for. */
package formula;

import java.util.HashMap;
import java.util.Map;

final class Scope {
  private final Map<String, Long> values = new HashMap<>();

  void set(String name, long value) {
    values.put(name, value);
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /* The value of a variable that it has. */
  long get(String name) {
    Long value = values.get(name);
    if (value == null)
      throw new IllegalArgumentException("the variable `" + name + "' has no value");
    return value;
  }
}
