/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Input or output that was ended before its time. */
package java.io;

public class InterruptedIOException extends IOException {
  public int bytesTransferred;

  public InterruptedIOException() {
  }

  public InterruptedIOException(String message) {
    super(message);
  }
}
