/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flag of a format is there twice. */
package java.util;

public class DuplicateFormatFlagsException extends IllegalFormatException {
  public DuplicateFormatFlagsException(String flags) {
    super("Flags = '" + flags + "'");
  }
}
