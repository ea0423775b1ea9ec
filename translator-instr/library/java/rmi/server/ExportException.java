/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object cannot be offered. */
package java.rmi.server;

import java.rmi.RemoteException;

public class ExportException extends RemoteException {
  public ExportException(String message) {
    super(message);
  }

  public ExportException(String message, Exception cause) {
    super(message, cause);
  }
}
