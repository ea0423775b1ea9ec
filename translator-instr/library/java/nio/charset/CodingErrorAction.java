/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What an encoder or a decoder does with what it cannot convert. */
package java.nio.charset;

public final class CodingErrorAction {
  public static final CodingErrorAction IGNORE = new CodingErrorAction("IGNORE");
  public static final CodingErrorAction REPLACE = new CodingErrorAction("REPLACE");
  public static final CodingErrorAction REPORT = new CodingErrorAction("REPORT");

  private final String name;

  private CodingErrorAction(String name) {
    this.name = name;
  }

  static CodingErrorAction checked(CodingErrorAction action) {
    if (action == null)
      throw new IllegalArgumentException("Null action");
    return action;
  }

  @Override
  public String toString() {
    return name;
  }
}
