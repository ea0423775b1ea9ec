/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The objects of this machine that others may call, and the ports where they are. */
package jx.rmi;

import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.StubNotFoundException;
import java.rmi.server.ExportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;

public final class Exports {
  static final class Entry {
    final Remote object;
    final Reference reference;
    final Stub stub;
    final boolean lasting;       /* it does not keep the program from its end */
    private int calls;           /* under way */

    Entry(Remote object, Reference reference, Stub stub, boolean lasting) {
      this.object = object;
      this.reference = reference;
      this.stub = stub;
      this.lasting = lasting;
    }

    void leave() {
      CLIENT.remove();
      synchronized (Exports.class) {
        calls--;
      }
    }
  }

  private static final ThreadLocal<String> CLIENT = new ThreadLocal<>();
  private static final IdentityHashMap<Remote, Entry> ENTRIES = new IdentityHashMap<>();
  private static final HashMap<Long, ArrayList<Entry>> BY_NUMBER = new HashMap<>();
  private static final HashMap<Integer, Listener> LISTENERS = new HashMap<>();   /* by port; 0: that of any port */
  private static final Object KEEPER = new Object();
  private static final long LINGER_MS = 5000;                 /* nine tries of Channel */
  private static final long LINGER_MOST_MS = 120000;           /* a reply of 16 MiB in parts, some of them twice */

  private static long lastNumber = System.nanoTime() << 8;    /* a machine that starts again uses other numbers */
  private static int keeping;                                 /* objects that keep the program from its end */

  private Exports() {
  }

  /* Offers an object; returns its stub. */
  public static synchronized Remote add(Remote object, int port) throws RemoteException {
    return add(object, port, ++lastNumber & Long.MAX_VALUE, false);
  }

  static synchronized Stub add(Remote object, int port, long number, boolean lasting) throws RemoteException {
    if (ENTRIES.containsKey(object))
      throw new ExportException("object already exported");
    Class<?> type = stubbedClass(object);
    Listener listener = listener(port);
    if (find(number, listener.port()) != null)
      throw new ExportException("internal error: ObjID already in use");
    Reference reference = Reference.to(ownAddress(), listener.port(), number);
    Entry entry = new Entry(object, reference, Stub.of(type, reference), lasting);
    ENTRIES.put(object, entry);
    BY_NUMBER.computeIfAbsent(number, each -> new ArrayList<>(1)).add(entry);
    if (!lasting)
      keep();
    return entry.stub;
  }

  private static Class<?> stubbedClass(Remote object) throws StubNotFoundException {
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass())
      if (RemoteTable.stubOf(type) != null)
        return type;
    throw new StubNotFoundException("Stub class not found: " + object.getClass().getName() + "_Stub");
  }

  private static InetAddress ownAddress() throws RemoteException {
    try {
      return InetAddress.getLocalHost();
    } catch (UnknownHostException e) {
      throw new ExportException("this machine has no address", e);
    }
  }

  private static Listener listener(int port) throws ExportException {
    Listener listener = LISTENERS.get(port);
    if (listener == null)
      try {
        listener = new Listener(port);
        if (LISTENERS.isEmpty())
          lingerAtExit();
        LISTENERS.put(port, listener);
        LISTENERS.put(listener.port(), listener);
      } catch (SocketException e) {
        throw new ExportException("Port already in use: " + port, e);
      }
    return listener;
  }

  /* When the program ends, also by System.exit(), listeners and workers go on for a while, for other machines that have
   * lost the last reply, and ask again. */
  private static void lingerAtExit() {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(Exports::linger, "RMI-linger"));
    } catch (IllegalStateException e) {
      /* it ends already */
    }
  }

  /* Until other machines have been quiet for a while; one that never is does not keep the program for ever. */
  private static void linger() {
    long slept = 0;
    for (long quiet; slept < LINGER_MOST_MS && (quiet = Listener.quietMillis()) < LINGER_MS; slept += LINGER_MS - quiet)
      try {
        Thread.sleep(LINGER_MS - quiet);
      } catch (InterruptedException e) {
        return;
      }
  }

  /* A thread that is no daemon lives while objects are offered. */
  private static void keep() {
    if (keeping++ == 0)
      new Thread(Exports::keepUp, "RMI-keeper").start();
  }

  private static void keepUp() {
    synchronized (KEEPER) {
      try {
        while (isKeeping())
          KEEPER.wait();
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static synchronized boolean isKeeping() {
    return keeping > 0;
  }

  public static boolean remove(Remote object, boolean force) throws NoSuchObjectException {
    synchronized (Exports.class) {
      Entry entry = ENTRIES.get(object);
      if (entry == null)
        throw new NoSuchObjectException("object not exported");
      if (entry.calls > 0 && !force)
        return false;
      ENTRIES.remove(object);
      BY_NUMBER.get(entry.reference.number).remove(entry);
      if (entry.lasting || --keeping > 0)
        return true;
    }
    synchronized (KEEPER) {
      KEEPER.notifyAll();
    }
    return true;
  }

  private static Entry find(long number, int port) {
    ArrayList<Entry> entries = BY_NUMBER.get(number);
    for (int i = 0; entries != null && i < entries.size(); i++)
      if (entries.get(i).reference.port == port)
        return entries.get(i);
    return null;
  }

  /* A call of the object, by this thread, begins; leave() ends it. null: it is not offered. */
  static synchronized Entry enter(long number, int port, int client) {
    Entry entry = find(number, port);
    if (entry != null) {
      entry.calls++;
      CLIENT.set(Reference.host(client));
    }
    return entry;
  }

  /* Of the machine whose call this thread performs; null: it performs none. */
  public static String clientHost() {
    return CLIENT.get();
  }

  static synchronized Stub stubOrNull(Remote object) {
    Entry entry = ENTRIES.get(object);
    return entry == null ? null : entry.stub;
  }

  public static Remote stubOf(Remote object) throws NoSuchObjectException {
    Stub stub = stubOrNull(object);
    if (stub == null)
      throw new NoSuchObjectException("object not exported");
    return stub;
  }
}
