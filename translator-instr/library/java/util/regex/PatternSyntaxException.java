/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A pattern that is none; the message shows where. */
package java.util.regex;

public class PatternSyntaxException extends IllegalArgumentException {
  private final String description;
  private final String pattern;
  private final int index;

  public PatternSyntaxException(String description, String pattern, int index) {
    this.description = description;
    this.pattern = pattern;
    this.index = index;
  }

  public String getDescription() {
    return description;
  }

  public String getPattern() {
    return pattern;
  }

  public int getIndex() {
    return index;
  }

  @Override
  public String getMessage() {
    String text = description + (index >= 0 ? " near index " + index : "") + "\n" + pattern;
    return index >= 0 && index < pattern.length() ? text + "\n" + " ".repeat(index) + "^" : text;
  }
}
