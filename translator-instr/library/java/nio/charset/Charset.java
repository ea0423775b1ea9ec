/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A way to write characters as bytes. There are UTF-8, ISO-8859-1 and US-ASCII; what cannot be written becomes
 * `?', what cannot be read U+FFFD. */
package java.nio.charset;

public final class Charset implements Comparable<Charset> {
  static final Charset UTF_8 = new Charset("UTF-8", Character.MAX_CODE_POINT);
  static final Charset ISO_8859_1 = new Charset("ISO-8859-1", 0xff);
  static final Charset US_ASCII = new Charset("US-ASCII", 0x7f);

  private final String name;
  private final int largest;

  private Charset(String name, int largest) {
    this.name = name;
    this.largest = largest;
  }

  public static Charset defaultCharset() {
    return UTF_8;
  }

  private static Charset find(String name) {
    switch (name.toUpperCase()) {
      case "UTF-8":
      case "UTF8":
        return UTF_8;
      case "ISO-8859-1":
      case "ISO8859_1":
      case "LATIN1":
        return ISO_8859_1;
      case "US-ASCII":
      case "ASCII":
        return US_ASCII;
      default:
        return null;
    }
  }

  public static Charset forName(String name) {
    Charset found = find(name);
    if (found == null)
      throw new UnsupportedCharsetException(name);
    return found;
  }

  public static boolean isSupported(String name) {
    return find(name) != null;
  }

  public String name() {
    return name;
  }

  public String displayName() {
    return name;
  }

  /* The largest code point that it can write. Below 256 each takes one byte, its own value. */
  public int largestCodePoint() {
    return largest;
  }

  @Override
  public int compareTo(Charset other) {
    return name.compareToIgnoreCase(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
