/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A native method without an implementation. */
package java.lang;

public class UnsatisfiedLinkError extends LinkageError {
  public UnsatisfiedLinkError() {
  }

  public UnsatisfiedLinkError(String message) {
    super(message);
  }
}
