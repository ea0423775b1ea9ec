/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format asks for alignment or zeros, but names no width. */
package java.util;

public class MissingFormatWidthException extends IllegalFormatException {
  public MissingFormatWidthException(String specifier) {
    super(specifier);
  }
}
