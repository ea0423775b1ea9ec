/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Flags of a format that contradict each other. */
package java.util;

public class IllegalFormatFlagsException extends IllegalFormatException {
  public IllegalFormatFlagsException(String flags) {
    super("Flags = '" + flags + "'");
  }
}
