/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What exceptions say, those of the virtual machine and those of the library. Not here: messages that name a local
 * variable or a private method of the JDK's library. */
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Messages {
  interface Try { void now() throws Throwable; }

  static int count;

  static void attempt(Try t) {
    try {
      t.now();
      System.out.println(count++ + " nothing is thrown");
    } catch (Throwable e) {
      System.out.println(count++ + " " + e);
      for (Throwable c = e.getCause(); c != null; c = c.getCause())
        System.out.println("  by " + c);
    }
  }

  static <T> T cast(Object o) { @SuppressWarnings("unchecked") T t = (T) o; return t; }

  interface Shape { }
  static class Square implements Shape { }
  enum Colour { RED, GREEN }
  static class Bad { static int x = 1 / Integer.parseInt("0"); static void m() { } }
  static class Worse { static { if (true) throw new IllegalStateException("worse"); } static void m() { } }
  static class Fatal { static { if (true) throw new Error("fatal"); } static void m() { } }
  record Pair(int a, String b) { Pair { if (a < 0) throw new IllegalArgumentException("a: " + a); } }

  static void machine(int zero, int minus, Object o) {
    attempt(() -> System.out.println(5 / zero));
    attempt(() -> System.out.println(5 % zero));
    attempt(() -> System.out.println(5L / zero));
    attempt(() -> System.out.println(5L % zero));
    attempt(() -> System.out.println(new int[minus].length));
    attempt(() -> System.out.println(new String[minus].length));
    attempt(() -> System.out.println(new long[3][minus].length));
    attempt(() -> System.out.println(new long[minus][minus - 4].length));
    attempt(() -> System.out.println(new int[3][2][minus][1].length));
    attempt(() -> { Object[] a = new String[2]; a[0] = o; });
    attempt(() -> { Object[] a = new Integer[2][2]; a[0] = new long[2]; });
    attempt(() -> { Object[] a = new Shape[2]; a[1] = new Messages(); });
    attempt(() -> { Object[] a = new int[2][]; a[1] = new Object[0]; });
    attempt(() -> System.out.println((String) o));
    attempt(() -> System.out.println((Shape) o));
    attempt(() -> System.out.println((Square) (Object) new Messages()));
    attempt(() -> System.out.println((Integer) (Object) new Square()));
    attempt(() -> System.out.println((int[]) o));
    attempt(() -> System.out.println((Integer) (Object) new int[2]));
    attempt(() -> System.out.println((Square[]) (Object) new Object[2]));
    attempt(() -> System.out.println((Object[]) (Object) new Square()));
    attempt(() -> System.out.println((String[][]) (Object) new Square[2][2]));
    attempt(() -> System.out.println((Runnable) (Object) "x"));
    attempt(() -> { String s = Messages.<String>cast(5); System.out.println(s); });
    attempt(() -> { int i = Messages.<Integer>cast("5"); System.out.println(i); });
    attempt(() -> System.out.println(String.class.cast(o)));
    attempt(() -> System.out.println(Colour.valueOf("BLUE")));
    attempt(() -> System.out.println(Enum.valueOf(Colour.class, "blue")));
    attempt(() -> System.out.println(Colour.valueOf(null)));
    attempt(() -> o.wait());
    attempt(() -> o.wait(-1));
    attempt(() -> o.notify());
    attempt(() -> o.notifyAll());
    attempt(() -> { synchronized (o) { o.wait(-5); } });
    attempt(() -> { synchronized (o) { o.wait(5, 1000000); } });
    attempt(() -> Bad.m());
    attempt(() -> Bad.m());
    attempt(() -> System.out.println(Bad.x));
    attempt(() -> Worse.m());
    attempt(() -> Worse.m());
    attempt(() -> Fatal.m());
    attempt(() -> Fatal.m());
    attempt(() -> new Messages().clone());
    attempt(() -> { throw null; });
    attempt(() -> System.out.println(new int[Integer.MAX_VALUE].length));
    attempt(() -> System.out.println(new long[3][Integer.MAX_VALUE].length));
    attempt(() -> new Pair(-3, ""));
    attempt(() -> System.arraycopy(new int[3], 1, new int[3], 2, 2));
    attempt(() -> System.arraycopy(new int[3], -1, new int[3], 2, 2));
    attempt(() -> System.arraycopy(new int[3], 1, new int[3], 2, -2));
    attempt(() -> System.arraycopy(new int[3], 2, new int[3], 0, 2));
    attempt(() -> System.arraycopy(new Object[3], 2, new String[3], 0, 2));
    attempt(() -> System.arraycopy(new Object[3], 2, new String[3], 0, 1));
    attempt(() -> System.arraycopy(new Object[] { "a", 3 }, 0, new String[3], 0, 2));
    attempt(() -> System.arraycopy(new int[3], 2, new long[3], 0, 1));
    attempt(() -> System.arraycopy(new int[3], 2, new Object[3], 0, 1));
    attempt(() -> System.arraycopy("x", 2, new Object[3], 0, 1));
    attempt(() -> System.arraycopy(new int[3], 2, "y", 0, 1));
    attempt(() -> System.arraycopy(null, 2, "y", 0, 1));
    attempt(() -> { Thread t = new Thread(() -> { }); t.start(); t.start(); });
    attempt(() -> new Thread(() -> { }).setPriority(11));
    attempt(() -> Thread.sleep(-1));
    attempt(() -> { Thread.currentThread().interrupt(); Thread.sleep(1); });
    attempt(() -> { Thread.currentThread().interrupt(); synchronized (o) { o.wait(); } });
    attempt(() -> { Thread.currentThread().join(-1); });
    attempt(() -> new Thread((Runnable) null, (String) null));
  }

  static void numbers() {
    attempt(() -> Integer.parseInt("abc"));
    attempt(() -> Integer.parseInt(""));
    attempt(() -> Integer.parseInt(null));
    attempt(() -> Integer.parseInt("xyz", 16));
    attempt(() -> Integer.parseInt("1", 99));
    attempt(() -> Integer.parseInt("1", 1));
    attempt(() -> Integer.parseInt("2147483648"));
    attempt(() -> Integer.parseInt("-"));
    attempt(() -> Integer.parseUnsignedInt("-1"));
    attempt(() -> Integer.parseUnsignedInt("4294967296"));
    attempt(() -> Integer.decode("0xg"));
    attempt(() -> Integer.decode(""));
    attempt(() -> Integer.decode("--1"));
    attempt(() -> Long.parseLong("1x"));
    attempt(() -> Long.parseLong(null));
    attempt(() -> Long.parseLong("", 8));
    attempt(() -> Long.parseUnsignedLong("-5"));
    attempt(() -> Short.parseShort("40000"));
    attempt(() -> Byte.parseByte("300", 10));
    attempt(() -> Byte.valueOf("q"));
    attempt(() -> Double.parseDouble("x1"));
    attempt(() -> Double.parseDouble(""));
    attempt(() -> Double.parseDouble("  "));
    attempt(() -> Float.parseFloat("1e"));
    attempt(() -> Math.addExact(Integer.MAX_VALUE, 1));
    attempt(() -> Math.multiplyExact(Long.MAX_VALUE, 2L));
    attempt(() -> Math.toIntExact(1L << 40));
    attempt(() -> Math.negateExact(Integer.MIN_VALUE));
    attempt(() -> Math.incrementExact(Long.MAX_VALUE));
    attempt(() -> Math.floorMod(3, 0));
    attempt(() -> Math.floorDiv(3L, 0L));
    attempt(() -> Character.toChars(-1));
    attempt(() -> Character.toString(0x110000));
    attempt(() -> new java.math.BigInteger("12x"));
    attempt(() -> new java.math.BigInteger(""));
    attempt(() -> java.math.BigInteger.ONE.divide(java.math.BigInteger.ZERO));
    attempt(() -> java.math.BigInteger.ONE.mod(java.math.BigInteger.ZERO));
    attempt(() -> java.math.BigInteger.TWO.pow(-1));
    attempt(() -> java.math.BigInteger.TWO.shiftLeft(70).intValueExact());
    attempt(() -> java.math.BigDecimal.ONE.divide(new java.math.BigDecimal(3)));
    attempt(() -> java.math.BigDecimal.ONE.divide(java.math.BigDecimal.ZERO));
    attempt(() -> new Random().nextInt(0));
    attempt(() -> new Random().ints(-1));
  }

  static void strings(String s, StringBuilder b) {
    attempt(() -> s.charAt(5));
    attempt(() -> s.charAt(-1));
    attempt(() -> s.substring(4));
    attempt(() -> s.substring(-1));
    attempt(() -> s.substring(2, 1));
    attempt(() -> s.substring(1, 9));
    attempt(() -> s.subSequence(1, 9));
    attempt(() -> s.codePointAt(7));
    attempt(() -> s.repeat(-1));
    attempt(() -> s.getChars(0, 4, new char[2], 0));
    attempt(() -> s.getChars(0, 2, new char[2], 1));
    attempt(() -> s.matches("("));
    attempt(() -> s.replaceAll("a", "$7"));
    attempt(() -> s.replaceAll("a", "$"));
    attempt(() -> s.replaceAll("a", "\\"));
    attempt(() -> String.format("%d", "x"));
    attempt(() -> String.format("%s %s", "x"));
    attempt(() -> String.format("%q", "x"));
    attempt(() -> String.format("%", "x"));
    attempt(() -> String.format("%-d", 1));
    attempt(() -> String.format("%.2d", 1));
    attempt(() -> String.format("%c", 0x110000));
    attempt(() -> String.format("%,x", 1));
    attempt(() -> String.format("%5", 1));
    attempt(() -> new String(new char[3], 1, 4));
    attempt(() -> new String(new char[3], -1, 2));
    attempt(() -> new String(new char[3], 1, -1));
    attempt(() -> new String(new byte[3], 2, 3));
    attempt(() -> new String(new byte[3], "nonesuch"));
    attempt(() -> new String(new int[] { 0x110000 }, 0, 1));
    attempt(() -> b.charAt(5));
    attempt(() -> b.setCharAt(5, 'x'));
    attempt(() -> b.deleteCharAt(5));
    attempt(() -> b.delete(3, 1));
    attempt(() -> b.delete(4, 5));
    attempt(() -> b.insert(7, "x"));
    attempt(() -> b.replace(7, 8, "x"));
    attempt(() -> b.substring(2, 7));
    attempt(() -> b.substring(-2));
    attempt(() -> b.setLength(-1));
    attempt(() -> b.append("abc", 2, 7));
    attempt(() -> b.append(new char[2], 1, 3));
    attempt(() -> b.codePointAt(9));
    attempt(() -> b.getChars(0, 9, new char[2], 0));
    attempt(() -> new StringBuilder(-1));
    attempt(() -> new StringTokenizer("").nextToken());
    attempt(() -> new Scanner("x").nextInt());
    attempt(() -> new Scanner("").next());
    attempt(() -> new Scanner("").nextLine());
    attempt(() -> new Scanner("99999999999").nextInt());
    attempt(() -> UUID.fromString("x"));
    attempt(() -> Base64.getDecoder().decode("a"));
    attempt(() -> Base64.getDecoder().decode("a*bc"));
  }

  static void containers() {
    List<Integer> three = new ArrayList<>(List.of(1, 2, 3));
    attempt(() -> three.get(3));
    attempt(() -> three.get(-1));
    attempt(() -> three.set(3, 1));
    attempt(() -> three.add(5, 1));
    attempt(() -> three.remove(3));
    attempt(() -> three.subList(2, 1));
    attempt(() -> three.subList(-1, 1));
    attempt(() -> three.subList(1, 9));
    attempt(() -> three.subList(1, 2).get(1));
    attempt(() -> three.addAll(9, List.of()));
    attempt(() -> three.listIterator(9));
    attempt(() -> three.iterator().remove());
    attempt(() -> { for (Integer i : three) three.add(4); });
    attempt(() -> { Iterator<Integer> i = new ArrayList<Integer>().iterator(); i.next(); });
    attempt(() -> new ArrayList<Integer>(-1));
    attempt(() -> new LinkedList<>(three).get(9));
    attempt(() -> new LinkedList<>(three).add(9, 0));
    attempt(() -> new LinkedList<Integer>().getFirst());
    attempt(() -> new LinkedList<Integer>().remove());
    attempt(() -> new LinkedList<Integer>().pop());
    attempt(() -> new LinkedList<Integer>().element());
    attempt(() -> new ArrayDeque<Integer>().add(null));
    attempt(() -> new ArrayDeque<Integer>().removeFirst());
    attempt(() -> new ArrayDeque<Integer>().pop());
    attempt(() -> new PriorityQueue<Integer>().remove());
    attempt(() -> new PriorityQueue<Integer>().add(null));
    attempt(() -> new PriorityQueue<Integer>(0));
    attempt(() -> { Queue<Object> q = new PriorityQueue<>(); q.add(new Object()); q.add(new Object()); });
    attempt(() -> new HashMap<>(-1));
    attempt(() -> new HashMap<>(1, -1f));
    attempt(() -> new LinkedHashMap<>(-1));
    attempt(() -> new HashSet<>(-1));
    Map<Integer, Integer> two = new HashMap<>(Map.of(1, 1, 2, 2));
    attempt(() -> { for (Integer key : two.keySet()) two.put(key + 9, 1); });
    attempt(() -> new TreeMap<String, Integer>().firstKey());
    attempt(() -> new TreeMap<String, Integer>().get(null));
    attempt(() -> new TreeMap<Object, Integer>().put(new Object(), 1));
    attempt(() -> new TreeMap<Object, Integer>(Map.of("a", 1)).get(5));
    attempt(() -> new TreeMap<String, Integer>().subMap("b", "a"));
    attempt(() -> new TreeMap<String, Integer>().headMap("b").put("c", 1));
    attempt(() -> new TreeSet<String>().first());
    attempt(() -> List.of(1, null));
    attempt(() -> List.of(1, 2).add(3));
    attempt(() -> List.of(1, 2).get(2));
    attempt(() -> List.of(1, 2, 3).get(3));
    attempt(() -> List.of(1, 2).contains(null));
    attempt(() -> List.of(1, 2, 3).set(1, 3));
    attempt(() -> List.of().iterator().next());
    attempt(() -> Set.of(1, 1));
    attempt(() -> Set.of(1, 2, 2));
    attempt(() -> Map.of(1, 1, 1, 2));
    attempt(() -> Map.of(1, null));
    attempt(() -> Map.of(1, 1).put(2, 2));
    attempt(() -> Map.entry(null, 1));
    attempt(() -> Map.ofEntries(Map.entry(1, 2), Map.entry(1, 3)));
    attempt(() -> List.copyOf(Arrays.asList(1, null)));
    attempt(() -> Arrays.asList(1, 2).add(3));
    attempt(() -> Arrays.asList(1, 2).get(2));
    attempt(() -> Arrays.asList(1, 2).remove(0));
    attempt(() -> Collections.unmodifiableList(three).add(1));
    attempt(() -> Collections.emptyList().get(0));
    attempt(() -> Collections.emptyList().add(null));
    attempt(() -> Collections.singletonList(1).get(1));
    attempt(() -> Collections.nCopies(-1, 1));
    attempt(() -> Collections.nCopies(2, 1).get(2));
    attempt(() -> Collections.max(new ArrayList<Integer>()));
    attempt(() -> Collections.swap(three, 0, 9));
    attempt(() -> Arrays.copyOf(new int[2], -1));
    attempt(() -> Arrays.copyOfRange(new int[2], 3, 4));
    attempt(() -> Arrays.copyOfRange(new int[2], 2, 1));
    attempt(() -> Arrays.fill(new int[2], 1, 3, 0));
    attempt(() -> Arrays.fill(new int[2], -1, 1, 0));
    attempt(() -> Arrays.fill(new int[2], 2, 1, 0));
    attempt(() -> Arrays.sort(new int[2], 2, 1));
    attempt(() -> Arrays.sort(new Object[] { new Object(), new Object() }));
    attempt(() -> Arrays.binarySearch(new int[2], 0, 3, 1));
    attempt(() -> new BitSet().get(-1));
    attempt(() -> new BitSet(-1));
    attempt(() -> new BitSet().set(3, 1));
    attempt(() -> new Vector<Integer>().get(0));
    attempt(() -> new Vector<Integer>().elementAt(0));
    attempt(() -> new Vector<Integer>().firstElement());
    attempt(() -> new Stack<Integer>().pop());
    attempt(() -> new Stack<Integer>().peek());
    attempt(() -> new Hashtable<String, String>().put("a", null));
    attempt(() -> new CopyOnWriteArrayList<Integer>().get(0));
    attempt(() -> new ArrayBlockingQueue<Integer>(1).remove());
    attempt(() -> { Queue<Integer> q = new ArrayBlockingQueue<>(1); q.add(1); q.add(2); });
    attempt(() -> new ArrayBlockingQueue<Integer>(0));
    attempt(() -> new LinkedBlockingQueue<Integer>().element());
    attempt(() -> Objects.requireNonNull(null));
    attempt(() -> Objects.requireNonNull(null, "what"));
    attempt(() -> Objects.checkIndex(3, 3));
    attempt(() -> Objects.checkFromToIndex(3, 2, 5));
    attempt(() -> Objects.checkFromIndexSize(3, 3, 5));
    attempt(() -> Optional.empty().get());
    attempt(() -> Optional.of(null));
    attempt(() -> Optional.empty().orElseThrow());
    attempt(() -> OptionalInt.empty().getAsInt());
    attempt(() -> Map.of("a", 1).entrySet().iterator().next().setValue(2));
    attempt(() -> { Iterator<Integer> i = new HashMap<Integer, Integer>().keySet().iterator(); i.next(); });
  }

  static void streams() {
    attempt(() -> { var s = Stream.of(1); s.count(); s.count(); });
    attempt(() -> Stream.of(1, 1).collect(Collectors.toMap(x -> x, x -> x)));
    attempt(() -> Stream.of(1, 2).toList().add(3));
    attempt(() -> Stream.of(1, 2).limit(-1));
    attempt(() -> Stream.of(1, 2).skip(-1));
    attempt(() -> IntStream.range(0, 5).average().orElseThrow(() -> new Exception("no")));
    attempt(() -> CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("in it"); }).get());
    attempt(() -> CompletableFuture.supplyAsync(() -> { throw new IllegalStateException("in it"); }).join());
    attempt(() -> CompletableFuture.failedFuture(new Exception("e")).getNow(null));
    ExecutorService one = Executors.newFixedThreadPool(1);
    attempt(() -> one.submit(() -> { throw new Exception("task"); }).get());
    one.shutdown();
    attempt(() -> Executors.newFixedThreadPool(0));
    attempt(() -> new CountDownLatch(-1));
    attempt(() -> new Semaphore(1).release(-1));
    attempt(() -> new CyclicBarrier(0));
    attempt(() -> new java.util.concurrent.locks.ReentrantLock().unlock());
    attempt(() -> new java.util.concurrent.locks.ReentrantReadWriteLock().readLock().unlock());
    attempt(() -> new java.util.concurrent.locks.ReentrantLock().newCondition().signal());
    attempt(() -> TimeUnit.valueOf("x"));
    attempt(() -> new java.util.concurrent.atomic.AtomicIntegerArray(2).get(2));
    attempt(() -> new java.util.concurrent.atomic.AtomicLongArray(2).set(-1, 2));
  }

  static void files() {
    attempt(() -> new java.io.FileInputStream("/none/x"));
    attempt(() -> new java.io.FileOutputStream("/none/x"));
    attempt(() -> new java.io.FileReader("none"));
    attempt(() -> java.nio.file.Files.readString(java.nio.file.Path.of("none")));
    attempt(() -> java.nio.file.Files.newBufferedReader(java.nio.file.Path.of("/none/y")));
    attempt(() -> new java.io.ByteArrayInputStream(new byte[2]).read(new byte[2], 1, 3));
    attempt(() -> new java.io.StringReader("a").read(new char[2], 1, 3));
    attempt(() -> { var r = new java.io.StringReader("a"); r.close(); r.read(); });
    attempt(() -> new java.io.DataInputStream(new java.io.ByteArrayInputStream(new byte[2])).readInt());
    attempt(() -> java.nio.ByteBuffer.allocate(3).getInt());
    attempt(() -> java.nio.ByteBuffer.allocate(3).putInt(4));
    attempt(() -> java.nio.ByteBuffer.allocate(3).get(3));
    attempt(() -> java.nio.ByteBuffer.allocate(3).position(4));
    attempt(() -> java.nio.ByteBuffer.allocate(3).limit(4));
    attempt(() -> java.nio.ByteBuffer.allocate(-1));
    attempt(() -> java.nio.ByteBuffer.allocate(1).asReadOnlyBuffer().put((byte) 1));
    attempt(() -> java.nio.charset.Charset.forName("none"));
    attempt(() -> java.nio.charset.Charset.forName("a b"));
    attempt(() -> java.nio.file.Path.of("a\0b"));
  }

  public static void main(String[] args) throws Throwable {
    machine(0, -1, Integer.valueOf(5));
    System.out.println("numbers"); count = 0;
    numbers();
    System.out.println("strings"); count = 0;
    strings("abc", new StringBuilder("abc"));
    System.out.println("containers"); count = 0;
    containers();
    System.out.println("streams"); count = 0;
    streams();
    System.out.println("files"); count = 0;
    files();
  }
}
