/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An object that other machines may call: while it is offered, the program does not end. */
package java.rmi.server;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import jx.rmi.Exports;

public class UnicastRemoteObject extends RemoteServer {
  protected UnicastRemoteObject() throws RemoteException {
    this(0);
  }

  /* 0: at any port, the one of all such objects. */
  protected UnicastRemoteObject(int port) throws RemoteException {
    exportObject(this, port);
  }

  public static RemoteStub exportObject(Remote object) throws RemoteException {
    return (RemoteStub) exportObject(object, 0);
  }

  /* Returns its stub. */
  public static Remote exportObject(Remote object, int port) throws RemoteException {
    Remote stub = Exports.add(object, port);
    if (object instanceof UnicastRemoteObject)
      ((UnicastRemoteObject) object).ref = ((RemoteObject) stub).ref;
    return stub;
  }

  /* False: calls are under way, and it is not to be forced. */
  public static boolean unexportObject(Remote object, boolean force) throws NoSuchObjectException {
    return Exports.remove(object, force);
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    throw new CloneNotSupportedException();
  }
}
