/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arguments and results as they come. */
package jx.rmi;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;

final class MarshalInput extends ObjectInputStream {
  MarshalInput(InputStream in) throws IOException {
    super(in);
  }

  Object readValue(char type) throws IOException, ClassNotFoundException {
    switch (type) {
      case 'Z':
        return readBoolean();
      case 'B':
        return readByte();
      case 'C':
        return readChar();
      case 'S':
        return readShort();
      case 'I':
        return readInt();
      case 'J':
        return readLong();
      case 'F':
        return readFloat();
      case 'D':
        return readDouble();
      case 'V':
        return null;
      default:
        return readObject();
    }
  }
}
