/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Parts with a separator between, a prefix before and a suffix behind. */
package java.util;

public final class StringJoiner {
  private final String separator;
  private final String prefix;
  private final String suffix;
  private StringBuilder parts;
  private String whenEmpty;

  public StringJoiner(CharSequence separator) {
    this(separator, "", "");
  }

  public StringJoiner(CharSequence separator, CharSequence prefix, CharSequence suffix) {
    Objects.requireNonNull(prefix, "The prefix must not be null");
    Objects.requireNonNull(separator, "The delimiter must not be null");
    Objects.requireNonNull(suffix, "The suffix must not be null");
    this.separator = separator.toString();
    this.prefix = prefix.toString();
    this.suffix = suffix.toString();
  }

  public StringJoiner setEmptyValue(CharSequence text) {
    whenEmpty = text.toString();
    return this;
  }

  public StringJoiner add(CharSequence part) {
    if (parts == null)
      parts = new StringBuilder();
    else
      parts.append(separator);
    parts.append(String.valueOf(part));
    return this;
  }

  public StringJoiner merge(StringJoiner other) {
    if (other.parts != null)
      add(other.parts.toString());
    return this;
  }

  public int length() {
    return toString().length();
  }

  @Override
  public String toString() {
    if (parts == null)
      return whenEmpty != null ? whenEmpty : prefix + suffix;
    return prefix + parts + suffix;
  }
}
