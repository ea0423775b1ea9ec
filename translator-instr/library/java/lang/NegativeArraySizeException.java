/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An array of negative length was asked for. */
package java.lang;

public class NegativeArraySizeException extends RuntimeException {
  public NegativeArraySizeException() {
  }

  public NegativeArraySizeException(String message) {
    super(message);
  }
}
