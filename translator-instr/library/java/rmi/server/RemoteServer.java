/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object that other machines may call. */
package java.rmi.server;

import jx.rmi.Exports;

public abstract class RemoteServer extends RemoteObject {
  protected RemoteServer() {
  }

  protected RemoteServer(RemoteRef ref) {
    super(ref);
  }

  /* The machine that has called the method which this thread performs. */
  public static String getClientHost() throws ServerNotActiveException {
    String host = Exports.clientHost();
    if (host == null)
      throw new ServerNotActiveException("not in a remote call");
    return host;
  }
}
