/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A conversion that format() does not know. */
package java.util;

public class UnknownFormatConversionException extends IllegalFormatException {
  public UnknownFormatConversionException(String conversion) {
    super("Conversion = '" + conversion + "'");
  }
}
