/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A request, taken apart: METHOD PATH[?NAME=VALUE{&NAME=VALUE}] PROTOCOL. */
package cache;

import java.util.LinkedHashMap;
import java.util.Map;

final class Request {
  final String method, path, protocol;
  private final Map<String, String> fields = new LinkedHashMap<>();

  Request(String line) {
    int first = line.indexOf(' '), second = line.indexOf(' ', first + 1);
    if (first <= 0 || second < 0)
      throw new BadRequest(line, "three words are wanted");
    method = line.substring(0, first);
    protocol = line.substring(second + 1);
    String target = line.substring(first + 1, second);
    int query = target.indexOf('?');
    path = query < 0 ? target : target.substring(0, query);
    for (int at = query; at >= 0; at = target.indexOf('&', at + 1))
      parseField(target, at + 1);
  }

  private void parseField(String target, int from) {
    int end = target.indexOf('&', from), equals = target.indexOf('=', from);
    if (end < 0)
      end = target.length();
    if (equals < 0 || equals > end)
      throw new BadRequest(target, "a field has no value");
    fields.put(target.substring(from, equals), target.substring(equals + 1, end));
  }

  /* The value of a field, or `otherwise'. */
  String field(String name, String otherwise) {
    String value = fields.get(name);
    return value == null ? otherwise : value;
  }
}
