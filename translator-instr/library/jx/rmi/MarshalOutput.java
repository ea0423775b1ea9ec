/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Arguments and results on their way: objects that are offered go as their stubs. */
package jx.rmi;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.rmi.Remote;
import java.rmi.server.RemoteStub;

final class MarshalOutput extends ObjectOutputStream {
  MarshalOutput(OutputStream out) throws IOException {
    super(out);
    enableReplaceObject(true);
  }

  @Override
  protected Object replaceObject(Object object) {
    if (!(object instanceof Remote) || object instanceof RemoteStub)
      return object;
    Object stub = Exports.stubOrNull((Remote) object);
    return stub == null ? object : stub instanceof Stub ? ((Stub) stub).form() : stub;
  }

  /* A value of the type that begins at descriptor[at]. */
  void writeValue(char type, Object value) throws IOException {
    switch (type) {
      case 'Z':
        writeBoolean((Boolean) value);
        break;
      case 'B':
        writeByte((Byte) value);
        break;
      case 'C':
        writeChar((Character) value);
        break;
      case 'S':
        writeShort((Short) value);
        break;
      case 'I':
        writeInt((Integer) value);
        break;
      case 'J':
        writeLong((Long) value);
        break;
      case 'F':
        writeFloat((Float) value);
        break;
      case 'D':
        writeDouble((Double) value);
        break;
      case 'V':
        break;
      default:
        writeObject(value);
    }
  }
}
