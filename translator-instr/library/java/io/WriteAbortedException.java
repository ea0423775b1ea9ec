/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writing the stream ended with an exception, which is in it. */
package java.io;

public class WriteAbortedException extends ObjectStreamException {
  public Exception detail;

  public WriteAbortedException(String message, Exception detail) {
    super(message);
    initCause(null);
    this.detail = detail;
  }

  @Override
  public String getMessage() {
    return detail == null ? super.getMessage() : super.getMessage() + "; " + detail.toString();
  }

  @Override
  public Throwable getCause() {
    return detail;
  }
}
