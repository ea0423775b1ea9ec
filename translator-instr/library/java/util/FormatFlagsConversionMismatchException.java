/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flag of a format that its conversion does not take. */
package java.util;

public class FormatFlagsConversionMismatchException extends IllegalFormatException {
  public FormatFlagsConversionMismatchException(String flags, char conversion) {
    super("Conversion = " + conversion + ", Flags = " + flags);
  }
}
