/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * java.rmi as a program uses it, and misuses it, with both ends in one program: what it prints is what it
 * prints on the JDK. The port is a free one, for other suites may run at the same time. */
import java.io.Serializable;
import java.net.DatagramSocket;
import java.rmi.AlreadyBoundException;
import java.rmi.Naming;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RemoteServer;
import java.rmi.server.ServerNotActiveException;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class RemoteCalls {
  enum Mood { GLAD, SAD }

  static class Point implements Serializable {
    final int x;
    Point next;
    transient String secret = "secret";
    Point(int x) { this.x = x; }
  }

  static class Unfit { }

  static class Overdrawn extends Exception {
    final int missing;
    Overdrawn(String text, int missing) { super(text); this.missing = missing; }
  }

  interface Listener extends Remote {
    void heard(String what) throws RemoteException;
  }

  interface Task<T> extends Serializable {
    T run();
  }

  interface Base extends Remote {
    String name() throws RemoteException;
  }

  interface Service extends Base {
    int add(int a, int b) throws RemoteException;
    String all(boolean z, byte b, char c, short s, int i, long j, float f, double d,
      Object o) throws RemoteException;
    long[] turn(long[] values) throws RemoteException;
    Map<String, List<Integer>> table(Mood mood, Object... more) throws RemoteException;
    Point ring(Point first, Point again) throws RemoteException;
    double half(double value) throws RemoteException;
    char next(char c) throws RemoteException;
    boolean not(boolean z) throws RemoteException;
    void pay(int amount) throws Overdrawn, RemoteException;
    Object fail(String how) throws RemoteException, java.io.IOException;
    <T> T perform(Task<T> task) throws RemoteException;
    void listen(Listener listener, int times) throws RemoteException;
    Service self() throws RemoteException;
    Object take(Object o) throws RemoteException;
    String client() throws RemoteException, ServerNotActiveException;
    byte[] large(byte[] data, int factor) throws RemoteException;
    int depth(Service peer, int left) throws RemoteException;
  }

  static class Impl extends UnicastRemoteObject implements Service {
    private int balance = 10;
    Impl() throws RemoteException { super(); }
    public String name() { return "impl"; }
    public int add(int a, int b) { return a + b; }
    public String all(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o) {
      return z + " " + b + c + s + " " + i + " " + j + " " + f + " " + d + " " + o;
    }
    public long[] turn(long[] v) {
      long[] r = new long[v.length];
      for (int i = 0; i < v.length; i++) r[v.length - 1 - i] = v[i];
      return r;
    }
    public Map<String, List<Integer>> table(Mood mood, Object... more) {
      Map<String, List<Integer>> m = new TreeMap<>();
      m.put(mood.name(), new ArrayList<>(Arrays.asList(mood.ordinal(), more.length)));
      return m;
    }
    public Point ring(Point first, Point again) {
      System.out.println(first == again);
      System.out.println(first.next.next == first);
      System.out.println(first.secret);
      first.next.next = first.next;
      return first;
    }
    public double half(double v) { return v / 2; }
    public char next(char c) { return (char) (c + 1); }
    public boolean not(boolean z) { return !z; }
    public synchronized void pay(int amount) throws Overdrawn {
      if (amount > balance) throw new Overdrawn("not enough", amount - balance);
      balance -= amount;
    }
    public Object fail(String how) throws RemoteException, java.io.IOException {
      switch (how) {
        case "runtime": throw new IllegalStateException("state", new NullPointerException("cause"));
        case "index": return new int[2][1][3].length;
        case "remote": throw new RemoteException("own", new ArithmeticException("x"));
        case "error": throw new StackOverflowError("deep");
        case "io": throw new java.io.FileNotFoundException("gone");
        case "unfit": return new Unfit();
        case "sneaky": Impl.<RuntimeException>sneak(new CloneNotSupportedException("no")); return 1;
        default: return null;
      }
    }
    @SuppressWarnings("unchecked") static <E extends Throwable> void sneak(Throwable e) throws E { throw (E) e; }
    public <T> T perform(Task<T> task) { return task.run(); }
    public void listen(Listener listener, int times) throws RemoteException {
      for (int i = 0; i < times; i++) listener.heard("event " + i);
    }
    public Service self() { return this; }
    public Object take(Object o) {
      return o == null ? "null" : o.getClass().isArray() ? "array" : String.valueOf(o);
    }
    public String client() throws ServerNotActiveException { return RemoteServer.getClientHost(); }
    public byte[] large(byte[] data, int factor) {
      byte[] r = new byte[data.length * factor];
      for (int i = 0; i < r.length; i++) r[i] = (byte) (data[i % data.length] + i / data.length);
      return r;
    }
    public int depth(Service peer, int left) throws RemoteException {
      return left == 0 ? 0 : 1 + peer.depth(this, left - 1);
    }
  }

  static class Ears implements Listener {
    final List<String> heard = new ArrayList<>();
    public synchronized void heard(String what) { heard.add(what); }
  }

  static class Square implements Task<Integer> {
    private final int n;
    Square(int n) { this.n = n; }
    public Integer run() { return n * n; }
  }

  static void attempt(String what, java.util.concurrent.Callable<Object> call) {
    try { System.out.println(what + ": " + call.call()); }
    catch (Throwable e) {
      System.out.println(what + ": " + e);
      for (Throwable c = e.getCause(); c != null; c = c.getCause()) System.out.println("  by " + c);
    }
  }

  static boolean has(StackTraceElement[] trace, String type, String method) {
    for (StackTraceElement e : trace) if (e.getClassName().equals(type)
      && e.getMethodName().equals(method)) return true;
    return false;
  }

  public static void main(String[] args) throws Exception {
    DatagramSocket free = new DatagramSocket();
    int port = free.getLocalPort();
    free.close();
    String at = "//localhost:" + port;
    Registry registry = LocateRegistry.createRegistry(port);
    attempt("twice", () -> { LocateRegistry.createRegistry(port); return 0; });
    Impl impl = new Impl();
    Naming.rebind(at + "/service", impl);
    attempt("bind again", () -> { registry.bind("service", impl); return 0; });
    attempt("bind remotely", () -> { Naming.bind("rmi:" + at + "/service", impl); return 0; });
    attempt("unbound", () -> Naming.lookup(at + "/nothing"));
    attempt("bad url", () -> Naming.lookup("http://localhost/nothing"));
    attempt("bad port", () -> Naming.lookup("//localhost:x/nothing"));
    attempt("no registry", () -> { try { LocateRegistry.getRegistry("localhost",
      1).list(); return "found"; } catch (java.rmi.ConnectException e) { return "ConnectException"; } });
    attempt("no host", () -> { try { return LocateRegistry.getRegistry("no such host",
      1999).list(); } catch (java.rmi.UnknownHostException e) { return "UnknownHostException"; } });
    System.out.println(Naming.list(at)[0].equals(at + "/service") + Arrays.toString(registry.list()));
    Service s = (Service) Naming.lookup("rmi:" + at + "/service");
    System.out.println(s instanceof Impl);
    System.out.println(s.name() + " " + s.add(2, 3) + " " + s.half(5) + s.next('a') + s.not(true));
    System.out.println(s.all(true, (byte) -1, 'c', (short) -2, 3, 4L, 5.5f, 6.25, new ArrayList<>(Arrays.asList(1,
      "x", null))));
    System.out.println(Arrays.toString(s.turn(new long[] {1, 2, 1L << 40})) + s.table(Mood.SAD, 1, "two", null));
    Point a = new Point(1), b = new Point(2); a.next = b; b.next = a;
    Point r = s.ring(a, a);
    System.out.println(r.x + " " + r.next.x + (r.next.next == r.next) + r.secret + (r == a));
    s.pay(4);
    try {
      s.pay(100);
    } catch (Overdrawn e) {
      System.out.println(e + " " + e.missing + has(e.getStackTrace(), "RemoteCalls$Impl", "pay")
        + has(e.getStackTrace(), "RemoteCalls", "main"));
    }
    for (String how : new String[] {"runtime", "index", "remote", "error", "io", "unfit", "sneaky",
      "nothing"}) attempt(how, () -> s.fail(how));
    System.out.println(s.perform(new Square(12)));
    attempt("argument", () -> s.take(new Unfit()));
    attempt("null", () -> s.take(null));
    Ears ears = new Ears();
    Listener stub = (Listener) UnicastRemoteObject.exportObject(ears, 0);
    s.listen(ears, 3); s.listen(stub, 1);
    System.out.println(ears.heard + " " + (stub instanceof Ears));
    attempt("export twice", () -> UnicastRemoteObject.exportObject(ears, 0));
    System.out.println(s.self().equals(s) + " " + (s.self().hashCode() == s.hashCode()) + s.equals(impl)
      + impl.equals(s) + s.self().self().add(1, 1));
    System.out.println(s.client().length() > 0);
    attempt("not in a call", () -> RemoteServer.getClientHost());
    byte[] data = new byte[70000]; for (int i = 0; i < data.length; i++) data[i] = (byte) (i * 7);
    byte[] big = s.large(data, 3); System.out.println(big.length + " " + Arrays.hashCode(big));
    System.out.println(s.depth(s, 12));
    Thread[] threads = new Thread[6]; int[] sums = new int[6];
    for (int t = 0; t < threads.length; t++) {
      int me = t;
      threads[t] = new Thread(() -> { try { for (int i = 0; i < 50; i++) sums[me] += s.add(i,
        me); } catch (RemoteException e) { System.out.println(e); } });
      threads[t].start();
    }
    for (Thread t : threads) t.join();
    System.out.println(Arrays.toString(sums));
    System.out.println(UnicastRemoteObject.unexportObject(ears, true));
    attempt("unexported", () -> { stub.heard("late"); return 0; });
    attempt("unexport twice", () -> UnicastRemoteObject.unexportObject(ears, true));
    attempt("callback to one that is gone", () -> { s.listen(stub, 1); return 0; });
    registry.unbind("service");
    attempt("unbind twice", () -> { registry.unbind("service"); return 0; });
    System.out.println(UnicastRemoteObject.unexportObject(impl, true));
    attempt("gone", () -> s.add(1, 1));
    System.out.println("end");
  }
}
