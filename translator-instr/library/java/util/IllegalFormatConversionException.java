/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An argument of a type that its conversion does not take. */
package java.util;

public class IllegalFormatConversionException extends IllegalFormatException {
  public IllegalFormatConversionException(char conversion, Class<?> type) {
    super(conversion + " != " + type.getName());
  }
}
