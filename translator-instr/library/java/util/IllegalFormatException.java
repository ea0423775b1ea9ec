/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format, or an argument to it, that format() does not take. */
package java.util;

public class IllegalFormatException extends IllegalArgumentException {
  IllegalFormatException(String message) {
    super(message);
  }
}
