/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What List.of(), Set.of(), Map.of() are in object streams, as in the JDK. */
package java.util;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

final class CollSer implements java.io.Serializable {
  private static final long serialVersionUID = 6309168927139932177L;

  static final int LIST = 1;
  static final int SET = 2;
  static final int MAP = 3;

  private final int tag;
  private transient Object[] array;

  CollSer(int tag, Object[] array) {
    this.tag = tag;
    this.array = array;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(array.length);
    for (Object element : array)
      out.writeObject(element);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    int count = in.readInt();
    if (count < 0)
      throw new InvalidObjectException("negative length " + count);
    ArrayList<Object> elements = new ArrayList<>();
    for (; count > 0; count--)
      elements.add(in.readObject());
    array = elements.toArray();
  }

  private Object readResolve() throws InvalidObjectException {
    try {
      switch (tag & 0xff) {
        case LIST:
          return List.of(array);
        case SET:
          return Set.of(array);
        case MAP:
          if (array.length % 2 == 0)
            return FixedMap.of(array);
          throw new InvalidObjectException("a map of " + array.length + " keys and values");
        default:
          throw new InvalidObjectException("invalid flags 0x" + Integer.toHexString(tag));
      }
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new InvalidObjectException("invalid object", e);
    }
  }
}
