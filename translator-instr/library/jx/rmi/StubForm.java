/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A stub in a stream: the class whose stub it is, the remote interfaces, and where the object is. */
package jx.rmi;

import java.io.InvalidObjectException;
import java.util.ArrayList;

final class StubForm implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  private final String of;
  private final String[] interfaces;
  private final Reference reference;

  StubForm(Class<?> of, Reference reference) {
    ArrayList<String> names = new ArrayList<>();
    for (int i = 0; i < RemoteTable.stubs(); i++)
      if (RemoteTable.stubbed(i).isInterface() && RemoteTable.stubbed(i).isAssignableFrom(of))
        names.add(RemoteTable.stubbed(i).getName());
    this.of = of.getName();
    interfaces = names.toArray(new String[0]);
    this.reference = reference;
  }

  /* How many of the interfaces a class has. */
  private int shared(Class<?> type) {
    int count = 0;
    for (int i = 0; i < RemoteTable.stubs(); i++)
      for (String name : interfaces)
        if (RemoteTable.stubbed(i).isInterface() && RemoteTable.stubbed(i).getName().equals(name)
            && RemoteTable.stubbed(i).isAssignableFrom(type))
          count++;
    return count;
  }

  /* This program may not have the object's class: then it is a stub of the interface that has most of the others. */
  private Object readResolve() throws InvalidObjectException, ClassNotFoundException {
    if (of == null || interfaces == null || reference == null)
      throw new InvalidObjectException("a stub that refers to nothing");
    Class<?> best = null;
    for (int i = 0; i < RemoteTable.stubs(); i++) {
      Class<?> type = RemoteTable.stubbed(i);
      if (type.getName().equals(of))
        return Stub.of(type, reference);
      if (type.isInterface() && shared(type) > (best == null ? 0 : shared(best)))
        best = type;
    }
    if (best == null)
      throw new ClassNotFoundException(of);
    return Stub.of(best, reference);
  }
}
