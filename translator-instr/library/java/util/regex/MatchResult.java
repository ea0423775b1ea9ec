/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where a pattern and its groups were found. */
package java.util.regex;

public interface MatchResult {
  int start();

  int start(int group);

  int end();

  int end(int group);

  String group();

  String group(int group);

  int groupCount();
}
