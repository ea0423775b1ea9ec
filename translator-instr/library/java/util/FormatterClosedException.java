/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A formatter is used that has been closed. */
package java.util;

public class FormatterClosedException extends IllegalStateException {
  public FormatterClosedException() {
  }
}
