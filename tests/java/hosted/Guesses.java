/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls whose receiver is guessed: the guess is right, wrong, null; the method throws. */
public class Guesses {
  static final class Key {
    final int number;

    Key(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      if (number < 0)
        throw new IllegalArgumentException("hashCode of " + number);
      return number % 7;
    }

    @Override
    public boolean equals(Object other) {
      if (number == 77)
        throw new IllegalStateException("equals of " + number);
      return other instanceof Key && ((Key) other).number == number;
    }
  }

  /* The frames of this program, without those of the library between them. */
  static String place(Throwable t) {
    StringBuilder text = new StringBuilder(t.toString());
    for (StackTraceElement e : t.getStackTrace())
      if (e.getClassName().startsWith("Guesses"))
        text.append(" < ").append(e.getMethodName()).append(':').append(e.getLineNumber());
    return text.toString();
  }

  static Object[] keys() {
    return new Object[] {null, "a", "key", 1, 31, 1L, 31L, 'c', 2.5, new Key(1), new Key(8), List.of("a"), "k" + "ey",
        1000, 1000L};
  }

  static void maps() {
    Map<Object, String> map = new HashMap<>();
    for (Object key : keys())
      map.put(key, String.valueOf(key instanceof Key ? "Key" : key));
    System.out.println(map.size());
    for (Object key : keys())
      System.out.print(map.get(key) + " ");
    System.out.println();
    for (int number : new int[] {-1, 77}) {
      try {
        map.put(new Key(number), "");
        System.out.println(map.get(new Key(number % 7)));
        map.put(new Key(number), "again");
        System.out.println("no exception");
      } catch (RuntimeException e) {
        System.out.println(place(e));
      }
    }
  }

  static int same(List<Object> list, Object wanted) {
    int count = 0;
    for (Object o : list)
      if (o == null ? wanted == null : o.equals(wanted))
        count++;
    return count;
  }

  static void lists() {
    List<Object> array = new ArrayList<>(), linked = new LinkedList<>();
    for (int i = 0; i < 3; i++)
      for (Object key : keys()) {
        array.add(key);
        linked.add(key);
      }
    for (Object key : keys())
      System.out.print(same(array, key) + same(linked, key) + " " + array.indexOf(key) + linked.lastIndexOf(key) + " ");
    System.out.println();
    for (Iterator<Object> i = linked.iterator(); i.hasNext();)
      if (i.next() instanceof String)
        i.remove();
    System.out.println(linked.size());
    try {
      for (Object o : array)
        array.remove(o);
    } catch (RuntimeException e) {
      System.out.println(place(e));
    }
  }

  static String text(int length, int different) {
    char[] c = new char[length];
    for (int i = 0; i < length; i++)
      c[i] = (char) (i * 7 + 65 + (i == different ? 0x4000 : 0));
    return new String(c);
  }

  /* All lengths up to some words, with a difference in each place. */
  static void strings() {
    long sum = 0;
    for (int length = 0; length < 20; length++) {
      String whole = text(length, -1);
      int hash = 0;
      for (int i = 0; i < length; i++)
        hash = 31 * hash + whole.charAt(i);
      if (hash != whole.hashCode())
        System.out.println("hash of " + length);
      for (int different = -1; different < length; different++) {
        String other = text(length, different);
        if (whole.equals(other) != different < 0)
          System.out.println("equals of " + length + " at " + different);
        for (int at = -1; at <= length + 1; at++)
          for (int part = at; part <= length; part++) {
            String piece = at < 0 ? "" : other.substring(at, part);
            boolean starts = whole.startsWith(piece, at), inside = different < at || different >= part;
            if (starts != (at >= 0 && inside))
              System.out.println("starts " + length + " " + different + " " + at + " " + part);
            sum = sum * 3 + (whole.endsWith(piece) ? 1 : 0) + (whole.startsWith(piece) ? 2 : 0);
          }
      }
    }
    System.out.println(sum + " " + "".equals(null) + "a".equals('a') + "ab".startsWith("", 3) + "ab".startsWith("", 2)
        + "ab".startsWith("b", Integer.MAX_VALUE) + "ab".startsWith("b", Integer.MIN_VALUE));
    String none = null;
    try {
      System.out.println("ab".endsWith(none));
    } catch (NullPointerException e) {
      System.out.println("null suffix");
    }
  }

  static int thrown(String s) {
    throw new IllegalStateException("of " + s);
  }

  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure() {
    }

    Failure(Supplier<Failure> other) {
      super(place(other.get()));
    }
  }

  static void traces() {
    Function<String, Integer> length = s -> s.length(), thrower = Guesses::thrown, both = thrower.compose(s -> s + "!");
    List<Function<String, Integer>> all = List.of(length, thrower, both, String::hashCode);
    for (Function<String, Integer> f : all) {
      try {
        System.out.println(f.apply(all.indexOf(f) == 0 ? null : "x"));
      } catch (RuntimeException e) {
        System.out.println(place(e).replaceAll("lambda\\$traces\\$[0-9]+", "lambda"));
      }
    }
  }

  static void made() {
    System.out.println(place(new Failure(Failure::new)));
    Supplier<Failure> maker = Failure::new;
    System.out.println(place(maker.get()));
  }

  static void depth() {
    Supplier<Object> some = () -> "end";
    for (int i = 0; i < 100; i++)
      some = some::get;
    System.out.println(some.get());
  }

  public static void main(String[] args) {
    maps();
    lists();
    strings();
    traces();
    made();
    depth();
  }
}
