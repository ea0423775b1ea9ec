/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What programs ask the library for besides collections and numbers: old constructors, properties, timers, identifiers,
 * threads, hooks. Prints results. */
import java.io.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Services {
  enum E { A, B, C, D, F, G }

  static class Quiet extends RuntimeException {
    Quiet() {
      super("m", new Error("c"), false, false);
    }
  }

  static void r(Callable<Object> c) {
    try {
      System.out.println(c.call());
    } catch (Throwable e) {
      System.out.println(e instanceof IndexOutOfBoundsException ? "index" : e.toString());
    }
  }

  @SuppressWarnings({"deprecation", "removal"})
  static void language() {
    r(() -> EnumSet.of(E.A, E.B, E.C));
    r(() -> EnumSet.of(E.A, E.B, E.C, E.D));
    r(() -> EnumSet.of(E.F, E.B, E.C, E.A, E.D));
    r(() -> EnumSet.of(E.A));
    r(() -> EnumSet.of(E.G, E.A));
    r(() -> EnumSet.of(E.A, E.B, E.C, E.D, E.F, E.G));
    r(() -> EnumSet.range(E.B, E.F));
    r(() -> EnumSet.complementOf(EnumSet.of(E.A, E.B, E.C)));
    for (String s: new String[]{"12", "-3", "x", "300", "0x1f", "#f", "010", "-0x80", "1.5", "true",
        "True", "70000", ""}) {
      r(() -> new Integer(s));
      r(() -> new Long(s));
      r(() -> new Short(s));
      r(() -> new Byte(s));
      r(() -> new Double(s));
      r(() -> new Float(s));
      r(() -> new Boolean(s));
      r(() -> Byte.decode(s));
      r(() -> Short.decode(s));
      r(() -> Byte.valueOf(s,16));
    }
    r(() -> new Float(1.1));
    r(() -> new Character('x'));
    r(() -> Short.reverseBytes((short)0x1280));
    r(() -> Byte.compareUnsigned((byte)-1,(byte)1));
    for (double d: new double[]{0, -0.0, 1, 3, -1.5, 0.1, 1e300, Double.MIN_VALUE, Double.MAX_VALUE,
        Double.NaN, 1/0.0, Double.MIN_NORMAL, 1e-310}) {
      r(() -> Double.toHexString(d));
      r(() -> Float.toHexString((float)d));
    }
    r(() -> Float.toHexString(1e-40f));
    r(() -> Float.toHexString(-Float.MIN_VALUE));
    r(() -> Float.toHexString(Float.MIN_NORMAL));
    r(() -> Float.toHexString(3e-39f));
    for (String s: new String[]{"", "+", "-", "+>", "ab", "99999999999", "-2147483648", "2147483648",
        "9999999999x", "1x"})
      for (int x: new int[]{10, 16, 99, 1}) {
        r(() -> Integer.parseInt(">"+s+"<",1,1+s.length(),x));
        r(() -> Long.parseLong(">"+s+"<",1,1+s.length(),x));
      }
    r(() -> Integer.getInteger("nonsuch",3));
    r(() -> Integer.getInteger("java.specification.version"));
    r(() -> Long.getLong(null));
    r(() -> Boolean.getBoolean("x"));
    StringBuilder b=new StringBuilder("a\ud83d\ude00b");
    r(() -> b.codePointBefore(3)+" "+b.codePointCount(0,4)+" "+b.offsetByCodePoints(0,2));
    r(() -> b.insert(1,"xyz".toCharArray(),1,2));
    r(() -> b.insert(1,"wxyz",1,3));
    r(() -> b.insert(9,"wxyz",1,8));
    r(() -> b.append(new StringBuffer("q")));
    StringBuffer c=new StringBuffer("ab");
    r(() -> c.insert(1,"xyz".toCharArray(),1,2));
    r(() -> c.insert(0,(CharSequence)"wxyz",1,3));
    r(() -> c.codePointCount(0,2));
    r(() -> "ab".contentEquals(new StringBuffer("ab")));
    r(() -> String.copyValueOf(new char[]{'a','b','c'},1,2));
    r(() -> "x".transform(s->s+1));
    for (String s: new String[]{"","  a\n   b  \n","  a\n  ","\ta\r\n\t b\r\n","   \n  x","x  "})
      r(() -> s.stripIndent()+"|");
    for (String s: new String[]{"a\\tb\\n\\101\\7x\\\\\\s\\\"","\\x","a\\\nb","\\","\\400","\\u0041"})
      r(() -> s.translateEscapes()+"|");
    StringWriter w=new StringWriter();
    new Quiet().printStackTrace(new PrintWriter(w));
    try {
      throw new RuntimeException("out", new IllegalStateException("in"));
    } catch (RuntimeException e) {
      e.printStackTrace(new PrintWriter(w));
    }
    System.out.println(w);
  }

  /* ---- properties, dates, identifiers ---- */

  static String show(Properties p) {
    StringBuilder s = new StringBuilder();
    for (String k : new TreeSet<>(p.stringPropertyNames()))
      s.append('<').append(k).append('>').append(p.getProperty(k)).append(' ');
    return s.toString();
  }

  static String stored(Properties p, String comments, boolean writer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    StringWriter text = new StringWriter();
    if (writer)
      p.store(text, comments);
    else
      p.store(bytes, comments);
    String[] lines = (writer ? text.toString() : bytes.toString()).split("\n");
    StringBuilder s = new StringBuilder();
    for (String line : lines)
      s.append(line.matches("#... ... .. ..:..:.. UTC \\d+") ? "#DATE" : line).append('|');
    return s.toString();
  }

  @SuppressWarnings("deprecation")
  static void properties() {
    Random random = new Random(7);
    String alphabet = "abc=: \t\n\r\f\\#!u0041\u00e9\u20acxn";
    for (int i = 0; i < 300; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(40); n >= 0; n--)
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      String s = text.toString();
      r(() -> {
        Properties p = new Properties();
        p.load(new StringReader(s));
        return show(p) + stored(p, s, true) + stored(p, s, false);
      });
      r(() -> {
        Properties p = new Properties();
        p.setProperty(s, s);
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        p.store(to, null);
        Properties q = new Properties();
        q.load(new ByteArrayInputStream(to.toByteArray()));
        return p.equals(q) + " " + p.hashCode() + q;
      });
    }
    r(() -> {
      Properties p = new Properties();
      p.load(new StringReader("a=b\\u00e"));
      return p;
    });
    Properties defaults = new Properties();
    for (int i = 0; i < 30; i++)
      defaults.setProperty("key" + i, "value " + "x".repeat(3 * i));
    Properties p = new Properties(defaults);
    p.setProperty("key3", "own");
    p.put("number", 5);
    r(() -> p.getProperty("key3") + p.getProperty("key4") + p.getProperty("none") + p.getProperty("none", "-"));
    r(() -> p.getProperty("number") + p.get("number") + p.get("key4") + p.size() + p.containsKey("key4") + p);
    r(() -> defaults + "" + defaults.keySet() + defaults.values() + defaults.entrySet());
    r(() -> show(p) + Collections.list(p.propertyNames()));
    r(() -> p.setProperty("x", null));
    r(() -> p.remove("number") + "" + p.keySet().remove("key3") + p.isEmpty() + p.clone().equals(p)
        + p.contains("own"));
    r(() -> p.merge("m", 1, (x, y) -> 2) + "" + p.computeIfAbsent("n", k -> k + "1") + p.putIfAbsent("n", 3)
        + p.replace("n", 4) + Collections.list(p.keys()) + p.getOrDefault("zz", 9));
    StringWriter w = new StringWriter();
    p.clear();
    p.list(new PrintWriter(w, true));
    r(() -> w.toString());
    r(() -> System.setProperty("my.own", "1") + System.setProperty("my.own", "2") + System.getProperty("my.own")
        + System.getProperties().getProperty("my.own") + System.clearProperty("my.own") + System.getProperty("my.own")
        + System.getProperty("line.separator").length() + System.getProperty("nonsuch", "no"));
    r(() -> System.getProperty(""));
    r(() -> System.setProperty(null, ""));
    r(() -> { System.setProperty("n", "77"); return Integer.getInteger("n") + Long.getLong("n", 5); });
  }

  @SuppressWarnings("deprecation")
  static void dates() {
    Random random = new Random(9);
    for (int i = 0; i < 400; i++) {
      long time = i < 40 ? (i - 20) * 86400000L - 12219292800000L : i < 80 ? (i - 60) * 366L * 86400000L
          : random.nextLong() >> 18 + random.nextInt(20);
      Date d = new Date(time);
      r(() -> d + " " + d.toGMTString() + " " + d.getYear() + " " + d.getMonth() + " " + d.getDate() + " " + d.getDay()
          + " " + d.getHours() + ":" + d.getMinutes() + ":" + d.getSeconds() + " " + d.hashCode());
      int y = random.nextInt(600) - 300;
      int m = random.nextInt(50) - 20;
      int t = random.nextInt(100) - 30;
      r(() -> new Date(y, m, t).getTime() + " " + new Date(y, m, t, t, m).getTime() + " " + Date.UTC(y, m, t, m, t, y));
    }
    Date a = new Date(5);
    Date b = new Date(6);
    r(() -> a.before(b) + " " + a.after(b) + a.equals(b) + a.compareTo(b) + a.clone().equals(a) + b.getTime());
  }

  static void identifiers() {
    Random random = new Random(11);
    for (int i = 0; i < 50; i++) {
      UUID u = new UUID(random.nextLong(), random.nextLong());
      r(() -> u + " " + u.version() + " " + u.variant() + " " + u.hashCode() + " " + UUID.fromString("" + u).equals(u));
      r(() -> u.timestamp() + " " + u.clockSequence() + " " + u.node());
      r(() -> u.compareTo(new UUID(random.nextLong(), 3)));
    }
    for (String s : new String[] {"1-2-3-4-5", "", "x", "1-2-3-4", "1-2-3-4-5-6", "1--3-4-5", "g-2-3-4-5",
        "123456789abc-12345-3-4-5", "00000000-0000-0000-0000-0000000000000", "1-2-3-4-z5"})
      r(() -> UUID.fromString(s));
    r(() -> UUID.randomUUID().version() + " " + UUID.randomUUID().variant() + " "
        + UUID.randomUUID().equals(UUID.randomUUID()) + UUID.randomUUID().toString().length());
    r(() -> Objects.checkIndex(5L, 4L));
    r(() -> Objects.checkFromToIndex(1L, 2L, 3L) + Objects.checkFromIndexSize(1L, 2L, 3L));
    r(() -> Objects.deepEquals(new int[] {1}, new int[] {1}) + " " + Objects.deepEquals(null, 1));
  }

  /* ---- bits, arrays, texts, atomics ---- */

  static void bits() {
    Random random = new Random(13);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(20)];
      random.nextBytes(bytes);
      BitSet b = BitSet.valueOf(bytes);
      int from = random.nextInt(90) - 3;
      int to = random.nextInt(170) - 3;
      r(() -> b + Arrays.toString(b.toByteArray()) + b.size() + Arrays.toString(b.toLongArray()));
      r(() -> b.get(from, to));
      r(() -> b.previousClearBit(from) + " " + b.previousSetBit(from));
      r(() -> {
        b.set(from, to, random.nextBoolean());
        return b.length() + " " + BitSet.valueOf(b.toLongArray()).equals(b) + b.hashCode();
      });
    }
    r(() -> BitSet.valueOf(ByteBuffer.wrap(new byte[] {1, 2, 3}, 1, 2)) + " " + BitSet.valueOf(LongBuffer.allocate(2)));
  }

  static void arrays() {
    Random random = new Random(15);
    for (int i = 0; i < 300; i++) {
      int n = random.nextInt(6);
      int[] a = new int[n];
      double[] d = new double[n];
      byte[] b = new byte[n];
      String[] s = new String[n];
      for (int k = 0; k < n; k++) {
        a[k] = random.nextInt(5) - 2;
        d[k] = a[k] == 2 ? Double.NaN : a[k] * 0.0;
        b[k] = (byte) a[k];
        s[k] = a[k] == 0 ? null : "s" + a[k];
      }
      int from = random.nextInt(4);
      int to = random.nextInt(8) - 1;
      int[] a2 = {0, 1, -1, 2, 0, 1};
      r(() -> Arrays.mismatch(a, from, to, a2, 1, 4) + " " + Arrays.compare(a, from, to, a2, 1, 4) + " "
          + Arrays.compareUnsigned(a, from, to, a2, 1, 4));
      r(() -> Arrays.mismatch(d, from, to, new double[] {0, -0.0, Double.NaN}, 0, 3) + " "
          + Arrays.compare(d, from, to, new double[] {0, -0.0, Double.NaN}, 0, 3));
      r(() -> Arrays.compareUnsigned(b, new byte[] {-1, 1}) + " " + Arrays.compareUnsigned(b, null));
      r(() -> Arrays.mismatch(s, new String[] {"s1", null}) + " " + Arrays.equals(s, from, to, s, from, to));
      r(() -> { Arrays.parallelPrefix(a, from, to, Integer::sum); return Arrays.toString(a); });
      r(() -> { Arrays.parallelPrefix(s, (x, y) -> x + y); return Arrays.toString(s); });
      Arrays.parallelSort(a);
      Arrays.parallelSort(d, 0, n);
      Arrays.parallelSort(s, Comparator.nullsFirst(Comparator.reverseOrder()));
      r(() -> Arrays.toString(a) + Arrays.toString(d) + Arrays.toString(s));
      Arrays.parallelSetAll(a, k -> k * k);
      r(() -> Arrays.toString(a));
    }
  }

  static void texts() throws Exception {
    StringBuilder b = new StringBuilder("x");
    StringWriter w = new StringWriter();
    r(() -> new Formatter(b).format("%d", 5).out() == b);
    r(() -> new Formatter(w).format("%5s|", "ab").format("%x", 255) + " " + w);
    r(() -> new Formatter((Appendable) null).format("%b", true));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Formatter to = new Formatter(bytes);
    to.format("%s", "to bytes");
    to.close();
    r(() -> bytes);
    r(() -> to.format("closed"));
    r(() -> to.out());
    Formatter printed = new Formatter(System.out);
    printed.format("%s%n", "printed").flush();
    Scanner s = new Scanner("one 2 three: a=5, b=66\nnext 0x1F line\r\nlast");
    r(() -> s.delimiter() + " " + s.hasNext("[a-z]+") + s.hasNext("\\d") + s.next("o.e"));
    r(() -> s.next("[a-z]+"));
    r(() -> s.nextInt() + s.findInLine("(\\w)=(\\d)") + s.findInLine("b=\\d+") + s.findInLine("x") + s.nextLine());
    r(() -> s.skip("\\s*ne").next() + s.skip(" *0x").next());
    r(() -> s.skip("nope"));
    r(() -> s.useLocale(Locale.ROOT).nextLine() + s.hasNextLine() + s.nextLine() + s.hasNext());
    r(() -> new Scanner(new ByteArrayInputStream("\u00e9".getBytes("UTF-16")), StandardCharsets.UTF_16).next());
    r(() -> {
      Queue<Integer> q = Collections.asLifoQueue(new ArrayDeque<>());
      q.addAll(Arrays.asList(1, 2, 3));
      return q + " " + q.poll() + q.peek() + q.size() + q.contains(1) + q.remove(1) + q;
    });
    r(() -> Collections.emptyEnumeration().hasMoreElements() + " " + Collections.emptyListIterator().hasNext());
    ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1));
    r(() -> map.keys().nextElement() + map.elements().nextElement());
  }

  @SuppressWarnings("deprecation")
  static void atomics() {
    AtomicInteger i = new AtomicInteger(5);
    r(() -> i.compareAndExchange(4, 9) + " " + i.compareAndExchange(5, 7) + i.weakCompareAndSetVolatile(7, 8) + i
        + i.getOpaque() + i.weakCompareAndSet(1, 2));
    AtomicLongArray l = new AtomicLongArray(new long[] {1, 2});
    r(() -> l.compareAndExchange(1, 2, 5) + " " + l.getAndAccumulate(1, 3, Long::sum) + l + l.getAcquire(0));
    AtomicBoolean t = new AtomicBoolean();
    r(() -> t.compareAndExchange(false, true) + " " + t.getPlain() + t.weakCompareAndSetPlain(true, false) + t);
    AtomicReference<String> s = new AtomicReference<>("a");
    r(() -> s.compareAndExchange("b", "c") + s.compareAndExchange("a", "d") + s + s.getOpaque());
    AtomicReferenceArray<String> a = new AtomicReferenceArray<>(new String[] {"x", null});
    r(() -> a.compareAndExchange(0, "x", "y") + a.accumulateAndGet(0, "z", String::concat) + a
        + a.getAndAccumulate(1, "n", (p, q) -> p + q) + a.getPlain(1));
    r(() -> a.getOpaque(2));
    AtomicStampedReference<String> stamped = new AtomicStampedReference<>("a", 1);
    int[] holder = new int[1];
    r(() -> stamped.compareAndSet("a", "b", 2, 3) + " " + stamped.compareAndSet("a", "b", 1, 2)
        + stamped.attemptStamp("b", 9) + stamped.get(holder) + holder[0] + stamped.getStamp());
    AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("a", false);
    r(() -> marked.attemptMark("b", true) + " " + marked.attemptMark("a", true) + marked.isMarked()
        + marked.compareAndSet("a", "c", true, false) + marked.getReference());
    LongAccumulator most = new LongAccumulator(Long::max, Long.MIN_VALUE);
    DoubleAccumulator product = new DoubleAccumulator((x, y) -> x * y, 1);
    DoubleAdder sum = new DoubleAdder();
    for (int k = 1; k < 6; k++) {
      most.accumulate(k % 4);
      product.accumulate(k / 2.0);
      sum.add(k / 4.0);
    }
    r(() -> most + " " + product + " " + sum + " " + most.getThenReset() + most.get() + product.intValue()
        + sum.sumThenReset() + sum.floatValue());
    class Watched extends Observable {
      void change() {
        setChanged();
        notifyObservers("news");
      }
    }
    Watched watched = new Watched();
    watched.addObserver((o, what) -> System.out.println("first " + what));
    watched.addObserver((o, what) -> System.out.println("second " + o.hasChanged()));
    watched.notifyObservers();
    watched.change();
    r(() -> watched.countObservers() + " " + watched.hasChanged() + new EventObject("here").getSource());
    r(() -> new EventObject(null));
  }

  static void states() throws Exception {
    Object lock = new Object();
    Thread waits = new Thread(() -> {
      synchronized (lock) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          System.out.println("interrupted");
        }
      }
    });
    Thread sleeps = new Thread(() -> {
      try {
        Thread.sleep(1000000);
      } catch (InterruptedException e) {
        System.out.println("woken");
      }
    });
    Thread enters = new Thread(() -> {
      synchronized (lock) {
        lock.notifyAll();
      }
    });
    Thread parks = new Thread(() -> LockSupport.parkNanos(lock, Long.MAX_VALUE));
    r(() -> waits.getState());
    for (Thread t : new Thread[] {waits, sleeps, parks})
      t.start();
    while (waits.getState() != Thread.State.WAITING || sleeps.getState() != Thread.State.TIMED_WAITING
        || parks.getState() != Thread.State.TIMED_WAITING)
      Thread.yield();
    synchronized (lock) {
      enters.start();
      while (enters.getState() != Thread.State.BLOCKED)
        Thread.yield();
    }
    waits.join();
    sleeps.interrupt();
    sleeps.join();
    LockSupport.unpark(parks);
    parks.join();
    r(() -> waits.getState() + " " + Thread.currentThread().getState());
  }

  /* ---- timers, threads, the end ---- */

  static TimerTask task(Runnable what) {
    return new TimerTask() {
      @Override
      public void run() {
        what.run();
      }
    };
  }

  static void timers() throws Exception {
    Timer timer = new Timer("clock");
    StringBuffer order = new StringBuffer();
    CountDownLatch three = new CountDownLatch(3);
    timer.schedule(task(() -> order.append("late ").append(Thread.currentThread().getName())), 30);
    timer.schedule(task(() -> order.append("soon ")), 1);
    TimerTask never = task(() -> order.append("never"));
    timer.schedule(never, 10000);
    r(() -> never.cancel() + " " + never.cancel() + " " + timer.purge());
    r(() -> { timer.schedule(never, 1); return 0; });
    TimerTask again = task(three::countDown);
    timer.scheduleAtFixedRate(again, 40, 1);
    three.await();
    r(() -> again.cancel() + " " + order);
    r(() -> { timer.schedule(task(() -> { }), -1); return 0; });
    r(() -> { timer.schedule(task(() -> { }), 1, 0); return 0; });
    r(() -> { timer.schedule(task(() -> { }), new Date(-1)); return 0; });
    CountDownLatch two = new CountDownLatch(2);
    timer.schedule(task(two::countDown), new Date(), 1);
    two.await();
    timer.cancel();
    r(() -> { timer.schedule(task(() -> { }), 1); return 0; });
  }

  static void threads() throws Exception {
    Thread done = new Thread(() -> { });
    done.start();
    done.join(5000, 10);
    r(() -> done.isAlive() + " " + done.getState());
    r(() -> { done.join(1, -1); return 0; });
    Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " threw " + e));
    r(() -> Thread.getDefaultUncaughtExceptionHandler() != null);
    Thread fails = new Thread(() -> { throw new Error("in a thread"); }, "fails");
    fails.start();
    fails.join();
    Thread.setDefaultUncaughtExceptionHandler(null);
    PrintStream out = System.out;
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    System.setOut(new PrintStream(kept, true));
    System.out.println("kept");
    System.setOut(out);
    InputStream in = System.in;
    System.setIn(new ByteArrayInputStream("typed".getBytes()));
    r(() -> kept.toString().trim() + " " + new Scanner(System.in).next());
    System.setIn(in);
  }

  static void end() {
    Thread hook = new Thread(() -> {
      r(() -> { Runtime.getRuntime().addShutdownHook(new Thread()); return 0; });
      System.out.println("hook " + Thread.currentThread().getName());
    }, "last");
    Thread other = new Thread(() -> System.out.println("removed"));
    Runtime.getRuntime().addShutdownHook(hook);
    Runtime.getRuntime().addShutdownHook(other);
    r(() -> { Runtime.getRuntime().addShutdownHook(hook); return 0; });
    r(() -> { Runtime.getRuntime().addShutdownHook(Thread.currentThread()); return 0; });
    r(() -> Runtime.getRuntime().removeShutdownHook(other) + " " + Runtime.getRuntime().removeShutdownHook(other));
    try {
      System.exit(0);
    } finally {
      System.out.println("no finally");
    }
  }

  public static void main(String[] arguments) throws Exception {
    language();
    properties();
    dates();
    identifiers();
    bits();
    arrays();
    texts();
    atomics();
    states();
    timers();
    threads();
    end();
  }
}
