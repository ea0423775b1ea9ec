/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stack has no elements. */
package java.util;

public class EmptyStackException extends RuntimeException {
  public EmptyStackException() {
  }

  public EmptyStackException(String message) {
    super(message);
  }
}
