/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What stands for a remote object. The translator makes a subclass for each remote class and interface, whose methods give
 * their calls to call(). */
package jx.rmi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.rmi.MarshalException;
import java.rmi.RemoteException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.rmi.server.RemoteStub;

public abstract class Stub extends RemoteStub {
  private transient Class<?> type;     /* the class or interface that this is the stub of */

  protected Stub() {
  }

  /* `type' has a stub. */
  public static Stub of(Class<?> type, Reference reference) {
    Stub stub = (Stub) RemoteTable.makeStub(RemoteTable.stubOf(type));
    stub.type = type;
    stub.ref = reference;
    return stub;
  }

  Object form() {
    return new StubForm(type, (Reference) ref);
  }

  /* Of subclasses, too. */
  protected final Object writeReplace() {
    return form();
  }

  /* Calls method number `method' of the object; for subclasses. */
  public final Object call(int method, Object[] arguments) throws Exception {
    try {
      Reference reference = (Reference) ref;
      ByteArrayOutputStream request = marshal(reference, method, arguments);
      return result(method, Channel.call(reference, RemoteTable.hash(method), request.toByteArray()));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      if (RemoteTable.declares(method, e))
        throw e;
      throw new UnexpectedException("unexpected exception", e);
    }
  }

  private static ByteArrayOutputStream marshal(Reference reference, int method, Object[] arguments)
      throws MarshalException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      MarshalOutput out = new MarshalOutput(bytes);
      out.writeLong(reference.number);
      out.writeLong(RemoteTable.hash(method));
      String types = Signature.parameters(RemoteTable.descriptor(method));
      for (int i = 0; i < arguments.length; i++)
        out.writeValue(types.charAt(i), arguments[i]);
      out.flush();
    } catch (IOException e) {
      throw new MarshalException("error marshalling arguments", e);
    }
    return bytes;
  }

  private static Object result(int method, byte[] reply) throws Exception {
    MarshalInput in;
    boolean normal;
    try {
      in = new MarshalInput(new ByteArrayInputStream(reply));
      normal = in.readBoolean();
    } catch (IOException e) {
      throw new UnmarshalException("Error unmarshaling return header", e);
    }
    if (!normal)
      throw thrown(in);
    try {
      return in.readValue(Signature.result(RemoteTable.descriptor(method)));
    } catch (IOException | ClassNotFoundException e) {
      throw new UnmarshalException("error unmarshalling return", e);
    }
  }

  /* The exception that the other machine has thrown, with its trace there, and behind that the trace here. */
  private static Exception thrown(MarshalInput in) throws RemoteException {
    Object what;
    try {
      what = in.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException e) {
      throw new UnmarshalException("Error unmarshaling return", e);
    }
    if (!(what instanceof Exception))
      throw new UnmarshalException("Return type not Exception");
    Exception exception = (Exception) what;
    StackTraceElement[] there = exception.getStackTrace();
    StackTraceElement[] here = new Throwable().getStackTrace();
    StackTraceElement[] both = new StackTraceElement[there.length + here.length];
    System.arraycopy(there, 0, both, 0, there.length);
    System.arraycopy(here, 0, both, there.length, here.length);
    exception.setStackTrace(both);
    return exception;
  }
}
