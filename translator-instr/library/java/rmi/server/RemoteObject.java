/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A remote object, or a stub: two stubs of the same object are equal. */
package java.rmi.server;

import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import jx.rmi.Exports;

public abstract class RemoteObject implements Remote, java.io.Serializable {
  protected transient RemoteRef ref;

  protected RemoteObject() {
  }

  protected RemoteObject(RemoteRef ref) {
    this.ref = ref;
  }

  public RemoteRef getRef() {
    return ref;
  }

  /* Of an object that is offered. */
  public static Remote toStub(Remote object) throws NoSuchObjectException {
    return object instanceof RemoteStub ? object : Exports.stubOf(object);
  }

  @Override
  public int hashCode() {
    return ref == null ? super.hashCode() : ref.remoteHashCode();
  }

  @Override
  public boolean equals(Object other) {
    if (this == other)
      return true;
    if (!(this instanceof RemoteStub) || !(other instanceof RemoteStub))
      return false;
    RemoteRef its = ((RemoteStub) other).ref;
    return ref != null && its != null && ref.remoteEquals(its);
  }

  @Override
  public String toString() {
    String name = getClass().getSimpleName();
    return ref == null ? name : name + "[" + ref.remoteToString() + "]";
  }
}
