/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What goes wrong in calls to other machines. */
package java.rmi;

public class RemoteException extends java.io.IOException {
  private static final long serialVersionUID = -5148567311918794206L;

  public Throwable detail;

  public RemoteException() {
    initCause(null);
  }

  public RemoteException(String message) {
    super(message);
    initCause(null);
  }

  public RemoteException(String message, Throwable cause) {
    super(message);
    initCause(null);
    detail = cause;
  }

  @Override
  public String getMessage() {
    return detail == null ? super.getMessage() : super.getMessage() + "; nested exception is: \n\t" + detail.toString();
  }

  @Override
  public Throwable getCause() {
    return detail;
  }
}
