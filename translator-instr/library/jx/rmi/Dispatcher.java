/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Performs a call that has come: reads its arguments, calls the method, writes its result or its exception. */
package jx.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnmarshalException;

final class Dispatcher {
  private Dispatcher() {
  }

  /* The bytes of the reply to a call for an object at `port'. Throws nothing that a caller could cause. */
  static byte[] perform(int port, byte[] request, int length, int client) {
    Exports.Entry entry = null;
    Object result = null;
    char type = 'V';
    Throwable thrown = null;
    try {
      MarshalInput in;
      long object;
      long hash;
      try {
        in = new MarshalInput(new ByteArrayInputStream(request, 0, length));
        object = in.readLong();
        hash = in.readLong();
      } catch (IOException e) {
        throw new UnmarshalException("error unmarshalling call header", e);
      }
      entry = Exports.enter(object, port, client);
      if (entry == null)
        return reply(new NoSuchObjectException("no such object in table"));
      int method = RemoteTable.find(hash, entry.object);
      if (method < 0)
        throw new UnmarshalException("unrecognized method hash: method not supported by remote object");
      type = Signature.result(RemoteTable.descriptor(method));
      result = invoke(method, entry.object, in);
    } catch (Throwable e) {
      thrown = e;
    }
    if (entry != null)
      entry.leave();
    return thrown == null ? reply(type, result) : reply(forCaller(thrown));
  }

  private static Object invoke(int method, Object target, MarshalInput in) throws UnmarshalException {
    String types = Signature.parameters(RemoteTable.descriptor(method));
    Object[] arguments = new Object[types.length()];
    try {
      for (int i = 0; i < arguments.length; i++)
        arguments[i] = in.readValue(types.charAt(i));
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      throw new UnmarshalException("error unmarshalling arguments", e);
    }
    return ((Invoker) RemoteTable.invoker(method)).invoke(target, arguments);
  }

  /* As the caller is to see it. */
  private static Throwable forCaller(Throwable thrown) {
    if (thrown instanceof Error)
      return new ServerError("Error occurred in server thread", (Error) thrown);
    if (thrown instanceof RemoteException)
      return new ServerException("RemoteException occurred in server thread", (RemoteException) thrown);
    return thrown;
  }

  /* A result that cannot be written ends the stream with the exception that says so, which the caller finds. */
  private static byte[] reply(char type, Object result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MarshalOutput out = new MarshalOutput(bytes);
      out.writeBoolean(true);
      try {
        out.writeValue(type, result);
      } finally {
        out.flush();
      }
    } catch (IOException e) {
      return bytes.toByteArray();
    } catch (RuntimeException | Error e) {
      return reply(forCaller(e));
    }
    return checked(bytes);
  }

  private static byte[] reply(Throwable thrown) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MarshalOutput out = new MarshalOutput(bytes);
      out.writeBoolean(false);
      try {
        out.writeObject(thrown);
      } finally {
        out.flush();
      }
    } catch (IOException | RuntimeException | Error e) {
      return bytes.toByteArray();
    }
    return checked(bytes);
  }

  private static byte[] checked(ByteArrayOutputStream bytes) {
    if (bytes.size() <= Message.MOST_CALL)
      return bytes.toByteArray();
    return reply(new ServerException("the result takes " + bytes.size() + " bytes: more than " + Message.MOST_CALL));
  }
}
