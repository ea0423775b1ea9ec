/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No charset can have this name. */
package java.nio.charset;

public class IllegalCharsetNameException extends IllegalArgumentException {
  private final String name;

  public IllegalCharsetNameException(String name) {
    super(String.valueOf(name));
    this.name = name;
  }

  public String getCharsetName() {
    return name;
  }
}
