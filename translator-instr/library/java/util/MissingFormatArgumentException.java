/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format with more conversions than arguments. */
package java.util;

public class MissingFormatArgumentException extends IllegalFormatException {
  public MissingFormatArgumentException(String specifier) {
    super("Format specifier '" + specifier + "'");
  }
}
