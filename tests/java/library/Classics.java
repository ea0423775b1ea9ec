/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The older collections, enum collections, maps by identity, fixed collections, readers and writers, the scanner,
 * charsets:
 * results, texts of exceptions, orders of walks. */
import java.io.*;
import java.nio.charset.*;
import java.util.*;
import java.util.concurrent.Callable;

public class Classics {
  enum Color { RED, GREEN { @Override String nick() { return "leaf"; } }, BLUE, WHITE; String nick() {
      return name(); } }

  static final Random RANDOM = new Random(11);
  static long hash;
  static int count;

  static void add(Object object) {
    hash = hash * 1000003 + String.valueOf(object).hashCode();
    if (++count % 200 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  static void attempt(Callable<Object> operation) {
    try {
      add(operation.call());
    } catch (Exception e) {
      add(e instanceof NullPointerException ? "null" : e.toString());
    }
  }

  static void show(String what, Callable<Object> operation) {
    try {
      System.out.println(what + ": " + operation.call());
    } catch (Exception e) {
      System.out.println(what + ": " + (e instanceof NullPointerException ? "null" : e));
    }
  }

  static void vectors() {
    Vector<Integer> vector = new Vector<>(3, 2);
    for (int i = 0; i < 3000; i++) {
      int at = RANDOM.nextInt(12);
      switch (RANDOM.nextInt(16)) {
        case 0: case 1: vector.add(i); break;
        case 2: attempt(() -> vector.get(at)); break;
        case 3: attempt(() -> vector.elementAt(at)); break;
        case 4: attempt(() -> vector.remove(at)); break;
        case 5: attempt(() -> { vector.insertElementAt(at, at); return vector; }); break;
        case 6: attempt(() -> { vector.setElementAt(at, at); return vector; }); break;
        case 7: attempt(() -> { vector.removeElementAt(at); return vector; }); break;
        case 8: attempt(() -> vector.firstElement() + "" + vector.lastElement()); break;
        case 9: attempt(() -> vector.set(at, 7)); break;
        case 10: attempt(() -> vector.indexOf(7, at) + " " + vector.lastIndexOf(7)); break;
        case 11: attempt(() -> vector.capacity() + " " + vector.size()); break;
        case 12: attempt(() -> vector.removeElement(7) + " " + vector.contains(at)); break;
        case 13: attempt(() -> { vector.setSize(at); return vector; }); break;
        case 14: attempt(() -> vector.addAll(at / 4, List.of(1, 2))); break;
        default: attempt(() -> Collections.list(vector.elements()) + " " + vector.hashCode()); break;
      }
    }
    Stack<String> stack = new Stack<>();
    show("empty", stack::pop);
    stack.push("a");
    stack.push("b");
    show("stack", () -> stack + stack.peek() + stack.search("a") + stack.search("x") + stack.pop() + stack.empty());
  }

  static void tables() {
    Hashtable<Object, Object> table = new Hashtable<>();
    for (int i = 0; i < 4000; i++) {
      Object key = i % 2 == 0 ? (Object) RANDOM.nextInt(60) : "k" + RANDOM.nextInt(60);
      int n = i;
      switch (RANDOM.nextInt(9)) {
        case 0: case 1: case 2: attempt(() -> table.put(key, n)); break;
        case 3: attempt(() -> table.get(key)); break;
        case 4: attempt(() -> table.remove(key)); break;
        case 5: attempt(() -> table.merge(key, 1, (a, b) -> (Integer) a + (Integer) b)); break;
        case 6: attempt(() -> table.computeIfAbsent(key, k -> 5)); break;
        case 7: attempt(() -> table.containsValue(5) + " " + table.size()); break;
        default: if (i % 40 == 0) attempt(() -> table + "" + Collections.list(table.keys()) + table.values()); break;
      }
    }
    show("null key", () -> table.get(null));
    show("null value", () -> table.put("x", null));
    Iterator<Object> each = table.keySet().iterator();
    each.next();
    each.remove();
    show("changed", () -> { table.put("new", 1); return each.next(); });
    show("clone", () -> table.clone().equals(table));
  }

  static void enums() {
    EnumMap<Color, Object> map = new EnumMap<>(Color.class);
    map.put(Color.BLUE, 1);
    map.put(Color.RED, null);
    map.put(Color.GREEN, "g");
    show("map", () -> map + " " + map.keySet() + map.values() + map.size() + map.get(Color.RED)
        + map.containsKey(Color.RED) + map.containsKey(Color.WHITE) + map.get("x") + map.remove(Color.GREEN) + map);
    for (Map.Entry<Color, Object> entry : map.entrySet())
      entry.setValue(entry.getKey().nick());
    show("set", () -> map + "" + new EnumMap<>(Map.of(Color.WHITE, 2)) + map.equals(new HashMap<>(map)));
    show("null", () -> map.put(null, 1));
    EnumSet<Color> set = EnumSet.of(Color.WHITE, Color.RED);
    show("sets", () -> set + "" + EnumSet.complementOf(set) + EnumSet.allOf(Color.class) + EnumSet.noneOf(Color.class)
        + EnumSet.range(Color.GREEN, Color.BLUE) + set.contains(Color.RED) + set.contains(null) + set.add(Color.RED)
        + set.remove(Color.RED) + set + EnumSet.copyOf(List.of(Color.GREEN)) + set.equals(Set.of(Color.WHITE)));
    show("range", () -> EnumSet.range(Color.WHITE, Color.RED));
    show("copy", () -> EnumSet.copyOf(new ArrayList<Color>()));
  }

  static void identities() {
    IdentityHashMap<String, Integer> map = new IdentityHashMap<>();
    String one = "a";
    String other = new String("a");
    show("identity", () -> map.put(one, 1) + "" + map.put(other, 2) + map.size() + map.get(one) + map.get(other)
        + map.get(new String("a")) + map.remove(other) + map + map.containsKey(one));
    map.put(null, 3);
    for (Map.Entry<String, Integer> entry : map.entrySet())
      entry.setValue(entry.getValue() + 1);
    show("changed", () -> map.get(one) + map.get(null));
  }

  static void fixed() {
    Map<String, Integer> map = Map.of("a", 1);
    show("of", () -> map + "" + map.get("a") + map.get("b") + map.containsKey("a") + Map.of()
        + map.equals(Map.ofEntries(
        Map.entry("a", 1))) + Map.copyOf(new HashMap<>(map)) + map.hashCode() + Map.of("a", 1, "b", 2).size());
    show("null get", () -> map.get(null));
    show("put", () -> map.put("a", 1));
    show("remove", () -> map.remove("b"));
    show("entry", () -> map.entrySet().iterator().next().setValue(3));
    show("double", () -> Map.of("a", 1, "a", 2));
    show("sets", () -> Set.of(5) + "" + Set.of() + Set.of(1, 2, 3).equals(new HashSet<>(List.of(3, 2, 1)))
        + Set.copyOf(List.of(1, 1)));
    show("same", () -> Set.of(1, 2, 1));
    show("null", () -> Set.of(1, null));
    show("contains", () -> Set.of(1).contains(null));
    show("clear", () -> { Set.of().clear(); return 1; });
    Map<String, Integer> view = Collections.unmodifiableMap(new TreeMap<>(Map.of("x", 1, "y", 2)));
    show("view", () -> view + "" + view.keySet() + view.values() + view.entrySet() + view.containsValue(2));
    show("absent", () -> view.putIfAbsent("x", 3));
    show("merge", () -> view.merge("x", 3, Integer::sum));
    show("if", () -> Collections.unmodifiableList(new ArrayList<>()).removeIf(x -> true));
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 2, 3));
    show("lists", () -> Collections.indexOfSubList(list, List.of(2, 3)) + " " + Collections.lastIndexOfSubList(list,
        List.of(2, 3))
        + Collections.disjoint(list, List.of(4)) + Collections.replaceAll(list, 2, 9) + list
            + Collections.singletonMap(1, 2)
        + Collections.emptyIterator().hasNext() + Collections.synchronizedList(list)
            + Collections.synchronizedMap(new TreeMap<>(map)));
    show("copy", () -> { Collections.copy(list, List.of(1, 2, 3, 4, 5, 6)); return list; });
    Set<String> fresh = Collections.newSetFromMap(new TreeMap<>());
    show("from map", () -> fresh.add("q") + "" + fresh.add("q") + fresh);
    show("optional", () -> OptionalInt.of(3) + "" + OptionalInt.empty() + OptionalDouble.of(2.5)
        + OptionalLong.of(7).hashCode()
        + OptionalInt.of(3).equals(OptionalInt.of(3)) + OptionalInt.empty().orElse(4));
    show("none", () -> OptionalDouble.empty().getAsDouble());
    show("types", () -> int.class + " " + double.class.getName() + (Integer.TYPE == int.class)
        + int.class.isPrimitive()
        + boolean.class + char.class + byte.class + short.class + long.class + float.class);
  }

  static void tokens() {
    for (String text : new String[] {"a b  c", "", "  ", "x,y;;z", ",,"})
      for (String delimiters : new String[] {" ", ",;", ""}) {
        StringTokenizer plain = new StringTokenizer(text, delimiters);
        StringTokenizer all = new StringTokenizer(text, delimiters, true);
        String line = plain.countTokens() + " " + all.countTokens();
        while (plain.hasMoreTokens())
          line += "<" + plain.nextToken() + ">";
        while (all.hasMoreElements())
          line += "[" + all.nextElement() + "]";
        System.out.println(line);
      }
    show("no token", () -> new StringTokenizer("").nextToken());
    StringTokenizer changing = new StringTokenizer("a b;c");
    show("changing", () -> changing.nextToken() + changing.nextToken(";") + changing.nextToken());
  }

  static void buffers() {
    StringBuffer text = new StringBuffer("ab");
    show("buffer", () ->
        text.append(1).append('c').append(2.5).append(true).append((Object) null).append(new char[] {'x'})
        .insert(0, 7L).reverse().deleteCharAt(0).replace(0, 2, "R").append("abc", 1, 2) + " " + text.length()
            + text.indexOf("R")
        + text.charAt(1) + text.substring(2, 4) + text.capacity());
    show("bounds", () -> text.charAt(99));
  }

  static String readAll(Reader reader, int step) throws IOException {
    StringBuilder all = new StringBuilder();
    char[] part = new char[step];
    for (int got; (got = reader.read(part)) >= 0;)
      all.append(part, 0, got);
    return all.toString();
  }

  /* A stream that hands out few bytes at a time. */
  static InputStream slow(byte[] bytes, int step) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] to, int offset, int length) {
        return super.read(to, offset, Math.min(length, step));
      }
    };
  }

  static void readers() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3000; i++)
      text.appendCodePoint(new int[] {'a' + i % 26, 0xe4, 0x20ac, 0x1f600, '\n'}[RANDOM.nextInt(5)]);
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    for (int step : new int[] {1, 2, 3, 7, 100000})
      add(readAll(new InputStreamReader(slow(bytes, step)), 50).equals(text.toString()));
    byte[] wrong = new byte[3000];
    RANDOM.nextBytes(wrong);
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1, StandardCharsets.US_ASCII)) {
      add(readAll(new InputStreamReader(new ByteArrayInputStream(wrong), charset), 1000));
      add(new String(wrong, charset));
      add(Arrays.toString(text.toString().getBytes(charset)));
    }
    show("charsets", () -> StandardCharsets.UTF_8 + " " + Charset.forName("latin1") + Charset.isSupported("UTF-8"));
    show("unknown", () -> Charset.forName("X-NONE"));
    show("unknown name", () -> "".getBytes("X-NONE"));
    String lines = "one\ntwo\r\nthree\rfour\n\n\r\rlast";
    BufferedReader reader = new BufferedReader(new StringReader(lines), 3);
    String all = "";
    for (String line; (line = reader.readLine()) != null;)
      all += "<" + line + ">";
    System.out.println(all);
    BufferedReader marked = new BufferedReader(new StringReader("abcdefghij"), 4);
    marked.read();
    marked.mark(8);
    String seen = "" + (char) marked.read() + (char) marked.read() + marked.skip(3);
    marked.reset();
    System.out.println(seen + marked.readLine() + marked.readLine() + marked.read());
    marked.close();
    show("closed", marked::readLine);
    show("null reader", () -> new StringReader(null));
  }

  static void writers() throws IOException {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.printf("%d %s|", 3, "x");
    out.println(2.5f);
    out.print('c');
    out.append("abc", 1, 2).append('z').println(new char[] {'q'});
    out.println((Object) null);
    System.out.print(text);
    System.out.println(out.checkError());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 5)) {
      writer.write("a\u00e4\ud83d");
      writer.write("\ude00 and more");
      writer.newLine();
      writer.write("\ud83d");
    }
    System.out.println(Arrays.toString(bytes.toByteArray()));
    ByteArrayOutputStream latin = new ByteArrayOutputStream();
    try (Writer writer = new OutputStreamWriter(latin, "ISO-8859-1")) {
      writer.write("a\u00e4\ud83d\ude00\u20ac");
    }
    System.out.println(Arrays.toString(latin.toByteArray()));
    ByteArrayOutputStream sink = new ByteArrayOutputStream();
    BufferedOutputStream buffered = new BufferedOutputStream(sink, 4);
    for (int i = 0; i < 10; i++)
      buffered.write(i);
    buffered.write(new byte[] {20, 21, 22, 23, 24});
    System.out.print(sink.size());
    buffered.flush();
    BufferedInputStream in = new BufferedInputStream(new ByteArrayInputStream(sink.toByteArray()), 3);
    System.out.println(" " + in.read() + in.available() + Arrays.toString(in.readAllBytes()));
  }

  static void scanners() {
    Scanner scanner = new Scanner("12 -7 x 99999999999 3.5e2 1,234 true  rest of line\nnext line\r\n\nlast");
    show("ints", () -> scanner.nextInt() + scanner.nextInt());
    show("mismatch", scanner::nextInt);
    show("token", () -> scanner.hasNextInt() + scanner.next() + scanner.hasNextInt() + scanner.hasNextLong());
    show("overflow", scanner::nextInt);
    show("long", () -> scanner.nextLong() + " " + scanner.nextDouble() + " " + scanner.nextInt()
        + scanner.hasNextBoolean()
        + scanner.nextBoolean());
    show("lines", () -> "<" + scanner.nextLine() + "><" + scanner.nextLine() + "><" + scanner.nextLine() + ">"
        + scanner.nextLine()
        + scanner.hasNextLine() + scanner.hasNext());
    show("no line", scanner::nextLine);
    show("no token", scanner::next);
    scanner.close();
    show("closed", scanner::next);
    for (String text : new String[] {"1", "+1", "-", "1.", ".5", ".", "1e5", "1e", "1e+5", "NaN", "-Infinity",
        "1,000.5", "1,00", "0x10", "1f", "TRUE"}) {
      Scanner each = new Scanner(text);
      System.out.println(text + " " + each.hasNextInt() + each.hasNextDouble() + each.hasNextBoolean()
          + each.hasNextByte());
      if (each.hasNextDouble())
        System.out.println(each.nextDouble());
    }
    StringBuilder text = new StringBuilder();
    long sum = 0;
    for (int i = 0; i < 5000; i++) {
      int n = RANDOM.nextInt();
      sum += n;
      text.append(n).append(" \n\t ".charAt(i % 4));
    }
    Scanner many = new Scanner(slow(text.toString().getBytes(), 100));
    while (many.hasNextInt())
      sum -= many.nextInt();
    System.out.println(sum + " " + many.hasNext() + new Scanner("ff").nextInt(16));
  }

  static void locals() throws InterruptedException {
    ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 5);
    local.set(6);
    Thread thread = new Thread(() -> { System.out.println("other " + local.get()); local.set(7); });
    thread.start();
    thread.join();
    System.out.println("own " + local.get());
    local.remove();
    System.out.println("again " + local.get());
  }

  public static void main(String[] arguments) throws Exception {
    vectors();
    tables();
    enums();
    identities();
    fixed();
    tokens();
    buffers();
    readers();
    writers();
    scanners();
    locals();
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
