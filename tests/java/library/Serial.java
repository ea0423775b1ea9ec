/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Object streams: what is written is equal to what the JDK writes, byte for byte,
 * and what is read back is as it was. */
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectInputValidation;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamException;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.*;

public class Serial {
  enum Colour { RED, GREEN { @Override int weight() { return 7; } }, BLUE; int weight() { return 1; } }

  static class Base {
    int made = 5;
    Base() { made = 17; System.out.println("Base()"); }
  }

  static class Node extends Base implements Serializable {
    private static int counter;
    private final String name;
    Node next;
    Node[] others;
    transient int skipped = 3;
    boolean z = true;
    byte b = -1;
    char c = 'x';
    short s = -300;
    int i = 1 << 20;
    long j = -1L << 40;
    float f = 1.5f;
    double d = -0.0;
    Colour colour = Colour.GREEN;
    Object any;
    protected static final String CONSTANT = "c";
    Node(String name) { this.name = name; counter++; }
    public synchronized String toString() {
      return name + " next " + (next == null ? null : next.name) + " " + skipped + " " + made + " " + z + b + c + s
        + " " + i + " " + j + " " + f + " " + d + " " + colour + " " + any + " " + (others == null ? -1
          : others.length);
    }
    static int count() { return counter; }
  }

  interface Shape extends Serializable { double area(); }
  static final class Square implements Shape, Cloneable {
    private static final long serialVersionUID = 42;
    private double side;
    Square(double side) { this.side = side; }
    public double area() { return side * side; }
    public String toString() { return "square " + side; }
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(7);
      out.writeUTF("sq\u00fcare");
      out.writeObject("end");
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      System.out.println("read " + in.readInt() + " " + in.readUTF() + " " + in.readObject() + " " + in.available()
        + " " + in.read());
    }
  }

  static class Money implements Externalizable {
    long cents;
    public Money() { System.out.println("Money()"); }
    Money(long cents) { this.cents = cents; }
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeLong(cents);
      out.writeObject("money");
    }
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
      cents = in.readLong();
      System.out.println(in.readObject());
    }
  }

  static class Single implements Serializable {
    static final Single ONE = new Single();
    private Object readResolve() throws ObjectStreamException { return ONE; }
  }

  static class Wrapped implements Serializable {
    String text;
    Wrapped(String text) { this.text = text; }
    private Object writeReplace() { return new Wrapper(text.toUpperCase()); }
    private static class Wrapper implements Serializable {
      private final String upper;
      Wrapper(String upper) { this.upper = upper; }
      private Object readResolve() { return new Wrapped(upper.toLowerCase()); }
    }
  }

  static class Chosen implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("total", Integer.TYPE), new ObjectStreamField("label", String.class)};
    transient int a = 3; transient int b = 4; String label = "l";
    private void writeObject(ObjectOutputStream out) throws IOException {
      ObjectOutputStream.PutField p = out.putFields();
      p.put("total", a + b);
      p.put("label", label);
      out.writeFields();
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      ObjectInputStream.GetField g = in.readFields();
      a = g.get("total", 0);
      label = (String) g.get("label", null);
      b = -1;
      try { g.get("nothing", 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); } }
  }

  /* Two classes that share the array of their fields, which the one has elsewhere than the other. */
  static class Near implements Serializable {
    static final ObjectStreamField[] SHARED = {new ObjectStreamField("label", String.class)};
    private static final ObjectStreamField[] serialPersistentFields = SHARED;
    String label = "near";
  }
  static class Far implements Serializable {
    private static final ObjectStreamField[] serialPersistentFields = Near.SHARED;
    long a = 1; long b = 2; long c = 3; long d = 4; String label = "far";
  }

  static class Checked implements Serializable, ObjectInputValidation {
    int value;
    Checked(int value) { this.value = value; }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.registerValidation(this, value);
      in.defaultReadObject();
    }
    public void validateObject() throws InvalidObjectException {
      if (value < 0) throw new InvalidObjectException("negative");
      System.out.println("valid " + value);
    }
  }

  static class Other implements Serializable {
    private static final long serialVersionUID = 42;
  }

  /* Takes each Other for a Square, and a list for each array of numbers. */
  static class Swapping extends ObjectInputStream {
    Swapping(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
      enableResolveObject(true);
    }
    @Override protected Class<?> resolveClass(ObjectStreamClass desc) throws IOException, ClassNotFoundException {
      return desc.getName().equals("Serial$Other") ? Square.class : super.resolveClass(desc);
    }
    @Override protected Object resolveObject(Object object) {
      return object instanceof int[] ? new ArrayList<>(Arrays.asList(((int[]) object).length)) : object;
    }
  }

  static class Unfit { int x; }
  static class Holder implements Serializable {
    Object a = "ok";
    Object bad;
    Holder(Object bad) {
      this.bad = bad;
    }
  }
  static class Sub extends ArrayList<String> { int extra = 9; Sub() { System.out.println("Sub()"); } }
  static class Failure extends Exception {
    final int code;
    Failure(String m, int code, Throwable cause) {
      super(m, cause);
      this.code = code;
    }
  }

  static byte[] write(Object... objects) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    for (Object o : objects) out.writeObject(o);
    out.close();
    return bytes.toByteArray();
  }

  static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
    return new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
  }

  static String hex(byte[] bytes) {
    StringBuilder b = new StringBuilder();
    for (byte x : bytes) b.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16));
    return b.toString();
  }

  static Object round(String what, Object object) {
    try {
      byte[] bytes = write(object);
      System.out.println(what + " " + bytes.length + " " + hex(bytes));
      Object back = read(bytes);
      System.out.println("  " + show(back));
      return back;
    } catch (IOException | ClassNotFoundException e) {
      System.out.println(what + ": " + e);
      return null;
    }
  }

  static String show(Object o) {
    return o instanceof int[] ? Arrays.toString((int[]) o) : o instanceof Object[]
      ? Arrays.deepToString((Object[]) o) : o instanceof byte[] ? hex((byte[]) o)
      : o instanceof boolean[] ? Arrays.toString((boolean[]) o) : o instanceof long[] ? Arrays.toString((long[]) o)
        : o instanceof double[] ? Arrays.toString((double[]) o)
      : o instanceof float[] ? Arrays.toString((float[]) o) : o instanceof char[] ? Arrays.toString((char[]) o)
        : o instanceof short[] ? Arrays.toString((short[]) o) : String.valueOf(o);
  }

  static void values() {
    round("null", null);
    round("string", "h\u00e4\0\ud83d\ude00");
    round("boxes", new Object[] {1, 2L, 3.5, 4.5f, (byte) 5, (short) 6, 'c', true, null});
    round("ints", new int[] {1, -2});
    round("bytes", new byte[] {1, 2, 3});
    round("booleans", new boolean[] {true, false});
    round("longs", new long[] {1L << 50});
    round("doubles", new double[] {0.1});
    round("floats", new float[] {0.1f});
    round("chars", new char[] {'z'});
    round("shorts", new short[] {-2});
    round("deep", new int[][] {{1}, {}, null}); round("texts", new String[][] {{"a", "a"}, {}});
    round("colours", new Object[] {Colour.RED, Colour.GREEN, Colour.RED, Colour.BLUE});
    round("class", Node.class);
    round("classes", new Class<?>[] {int.class, int[].class, String[].class, Shape.class});
    char[] many = new char[70000]; Arrays.fill(many, 'm');
    try {
      byte[] b = write(new String(many));
      System.out.println(b.length + " " + ((String) read(b)).length());
    } catch (Exception e) {
      System.out.println(e);
    }
  }

  static void library() {
    List<Object> list = new ArrayList<>(Arrays.asList("one", 2, null, "one"));
    round("ArrayList", list); round("LinkedList", new LinkedList<>(list)); round("Vector", new Vector<>(list));
    Stack<String> stack = new Stack<>(); stack.push("s"); round("Stack", stack);
    Map<String, Integer> map = new HashMap<>(); for (int i = 0; i < 20; i++) map.put("key" + i, i);
    round("HashMap", map);
    round("empty HashMap", new HashMap<>());
    round("LinkedHashMap", new LinkedHashMap<>(map));
    round("TreeMap", new TreeMap<>(map));
    round("HashSet", new HashSet<>(map.keySet()));
    round("LinkedHashSet", new LinkedHashSet<>(map.values()));
    round("TreeSet", new TreeSet<>(map.values()));
    round("Hashtable", new Hashtable<>(map));
    round("ArrayDeque", new ArrayDeque<>(map.values()));
    round("PriorityQueue", new PriorityQueue<>(map.values()));
    round("Date", new Date(86400000L * 365));
    BitSet bits = new BitSet();
    bits.set(3);
    bits.set(130);
    round("BitSet", bits);
    Random random = new Random(7);
    random.nextGaussian();
    Random again = (Random) round2("Random", random);
    System.out.println(again.nextGaussian() == random.nextGaussian() && again.nextInt() == random.nextInt());
    round("UUID", new UUID(1, -2));
    EnumMap<Colour, String> e = new EnumMap<>(Colour.class);
    e.put(Colour.BLUE, "b");
    e.put(Colour.RED, null);
    round("EnumMap", e);
    round("EnumSet", EnumSet.of(Colour.GREEN, Colour.BLUE)); round("EnumSet none", EnumSet.noneOf(Colour.class));
    for (String n : new String[] {"0", "1", "-1", "127", "128", "-128", "255", "123456789012345678901234567890",
      "-98765432109876543210"}) {
      round("BigInteger", new BigInteger(n));
      round("BigDecimal", new BigDecimal(new BigInteger(n), 3));
    }
    round("List.of", List.of("a", "b", "c"));
    round("List.of 1", List.of(1));
    round("Map.of", Map.of("k", "v"));
    round("Set.of", Set.of(5));
    System.out.println(round2("unmodifiable", Collections.unmodifiableList(list)) + " " + round2("asList",
      Arrays.asList(1, 2)) + " " + round2("emptyList", Collections.emptyList()) + " " + round2("singleton",
        Collections.singletonList(4)));
    Sub sub = new Sub();
    sub.add("x");
    Sub back = (Sub) round("Sub", sub);
    System.out.println(back.extra + " " + back);
    back.add("more");
    System.out.println(back);
    LinkedHashMap<String, String> access = new LinkedHashMap<>(16, 0.75f, true);
    access.put("a", "1");
    access.put("b", "2");
    access.get("a");
    @SuppressWarnings("unchecked") Map<String, String> access2 = (Map<String, String>) round("access", access);
    access2.get("b");
    System.out.println(access2);
    Properties p = new Properties(); p.setProperty("a", "b"); System.out.println(round2("Properties", p));
  }

  /* Where the bytes differ from the JDK's. */
  static Object round2(String what, Object o) {
    try { return read(write(o)); } catch (Exception e) { System.out.println(what + ": " + e); return null; }
  }

  static void own() throws Exception {
    Node a = new Node("a"), b = new Node("b");
    a.next = b; b.next = a; a.others = new Node[] {a, b, null}; a.any = a.others; b.any = "text"; a.skipped = 9;
    Node back = (Node) round2("ring", a);
    System.out.println(hex(write(a)));
    System.out.println(back.next.next == back && back.any == back.others && back.others[0] == back
      && back.others[1] == back.next);
    System.out.println(back.next);
    round("Square", new Square(2)); System.out.println(((Shape) read(write(new Square(3)))).area());
    System.out.println(((Money) round2("Money", new Money(99))).cents + hex(write(new Money(1))));
    System.out.println(read(write(Single.ONE)) == Single.ONE);
    System.out.println(((Wrapped) read(write(new Wrapped("Text")))).text + hex(write(new Wrapped("q"))));
    Chosen chosen = (Chosen) round2("Chosen", new Chosen());
    System.out.println(chosen.a + " " + chosen.b + " " + chosen.label + hex(write(new Chosen())));
    round("Checked", new Object[] {});
    read(write((Object) new Checked[] {new Checked(1), new Checked(3), new Checked(2)}));
    try { read(write(new Checked(-1))); } catch (InvalidObjectException e) { System.out.println(e); }
    for (Class<?> type : new Class<?>[] {Near.class, Far.class}) ObjectStreamClass.lookup(type);
    System.out.println(((Near) read(write(new Near()))).label + ((Far) read(write(new Far()))).label);
    System.out.println(ObjectStreamClass.lookup(Node.class) + " " + ObjectStreamClass.lookup(Colour.class) + " "
      + ObjectStreamClass.lookup(Unfit.class) + " " + ObjectStreamClass.lookup(Shape.class).getSerialVersionUID());
    System.out.println(Arrays.toString(ObjectStreamClass.lookup(Node.class).getFields())
      + ObjectStreamClass.lookup(int[].class) + ObjectStreamClass.lookup(Node[].class)
        + ObjectStreamClass.lookup(Failure.class));
  }

  static void streams() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    int[] shared = {1};
    out.writeInt(5);
    out.writeObject(shared);
    out.writeUTF("u");
    out.writeObject(shared);
    shared[0] = 2;
    out.reset();
    out.writeObject(shared);
    out.writeUnshared(shared);
    out.writeDouble(2.5);
    out.writeBoolean(true);
    out.write(new byte[3000]); out.flush();
    System.out.println(bytes.size() + " " + Arrays.hashCode(bytes.toByteArray()));
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    System.out.println(in.readInt());
    int[] one = (int[]) in.readObject();
    System.out.println(in.readUTF() + (in.readObject() == one));
    int[] two = (int[]) in.readObject();
    System.out.println(two[0] + " " + (two == one) + " " + (in.readUnshared() == two) + in.readDouble()
      + in.readBoolean());
    byte[] all = new byte[3000]; in.readFully(all); System.out.println(in.read() + " " + in.available());
    try { in.readObject(); } catch (IOException e) { System.out.println(e); }
    try { in.readInt(); } catch (IOException e) { System.out.println(e); }
    Object[] swapped = (Object[]) new Swapping(write((Object) new Object[] {shared, "s", shared})).readObject();
    System.out.println(swapped[0] + " " + swapped[1] + " " + (swapped[0] == swapped[2]));
    try { new Swapping(write(new Other())).readObject(); } catch (IOException e) { System.out.println(e); }
  }

  static void failures() throws Exception {
    try { write(new Holder(new Unfit())); } catch (NotSerializableException e) { System.out.println(e); }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ObjectOutputStream out = new ObjectOutputStream(bytes);
    try {
      out.writeObject(new Object[] {"a", new Unfit()});
    } catch (NotSerializableException e) {
      System.out.println(e);
    }
    out.flush();
    try { read(bytes.toByteArray()); } catch (IOException e) { System.out.println(e); }
    try { new ObjectOutputStream(bytes).defaultWriteObject(); } catch (IOException e) { System.out.println(e); }
    Failure failure = new Failure("why", 3, new IllegalStateException("inner"));
    failure.addSuppressed(new RuntimeException("side"));
    Failure back = (Failure) round2("Failure", failure);
    System.out.println(back + " " + back.code + " " + back.getCause() + " " + back.getSuppressed()[0] + " "
      + back.getStackTrace()[0] + " " + (back.getStackTrace().length == failure.getStackTrace().length));
    RuntimeException plain = (RuntimeException) round2("plain", new RuntimeException("x"));
    plain.initCause(failure);
    System.out.println(plain.getCause() == failure);
    for (int length : new int[] {-1, 0x7ffffff0}) {
      byte[] array = write(new int[1]);
      for (int i = 0; i < 4; i++) array[array.length - 8 + i] = (byte) (length >> 24 - 8 * i);
      try {
        read(array);
        System.out.println("read");
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        System.out.println("refused");
      }
    }
    byte[] good = write(new Node("n"), new ArrayList<>(Arrays.asList(1, "b")), new Square(1), Colour.RED);
    TreeMap<String, Integer> kinds = new TreeMap<>();
    for (int cut = 0; cut < good.length; cut++) attempt(Arrays.copyOf(good, cut), kinds);
    Random random = new Random(1);
    for (int i = 0; i < 2000; i++) {
      byte[] bad = good.clone();
      for (int k = random.nextInt(3); k >= 0; k--) bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      attempt(bad, kinds);
    }
    System.out.println("survived");
    String[] hostile = {"aced0005", "aced000573", "aced00057571", "", "aced00067200",
      "aced0005710000000171007e0000", "aced000571007e0000",
      "aced00057372000a4e6f742e41436c61737300000000000000000200007870",
        "aced0005737200076a6176612e6c616e672e4f626a65637400000000000000000200007870", "aced00057371007e0000",
      circular(3)
    };
    for (String h : hostile) {
      byte[] b = new byte[h.length() / 2];
      for (int i = 0; i < b.length; i++) b[i] = (byte) Integer.parseInt(h.substring(2 * i, 2 * i + 2), 16);
      try {
        System.out.println(h + " " + read(b));
      } catch (IOException | ClassNotFoundException | RuntimeException e) {
        System.out.println(h + " " + e.getClass().getName());
      }
    }
  }

  /* A class that the stream names as its own superclass, again and again, and an object of it. */
  static String circular(int times) {
    StringBuilder text = new StringBuilder("aced000573");
    for (int i = 0; i < times; i++)
      text.append("7200116a6176612e6c616e672e496e746567657212e2a0a4f781873802000078");
    return text.append("70").toString();
  }

  static void attempt(byte[] bytes, Map<String, Integer> kinds) {
    java.io.PrintStream console = System.out;
    System.setOut(new java.io.PrintStream(new ByteArrayOutputStream()));
    try {
      ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes));
      for (int i = 0; i < 4; i++) {
        Object o = in.readObject();
        if (o != null) o.toString();
      }
      kinds.merge("fine", 1, Integer::sum);
    }
    catch (IOException | ClassNotFoundException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      kinds.merge(e.getClass().getName(), 1, Integer::sum);
    }
    finally { System.setOut(console); }
  }

  public static void main(String[] args) throws Exception {
    values(); library(); own(); streams(); failures();
  }
}
