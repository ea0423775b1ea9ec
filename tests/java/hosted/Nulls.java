/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the exceptions say that the virtual machine makes by itself: which reference was null, which index, which class. */
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public class Nulls {
  interface Try { void now() throws Throwable; }

  int x;
  Nulls next;
  int[] ints;
  long[] longs;
  Object[] objects;
  Nulls[][] many;
  String text;
  List<String> list;
  static Nulls only;
  static int[][] grid = new int[3][];
  static int count;

  static Nulls make() { return null; }

  Nulls call(int a, String b, int[][] c, StringBuilder d, Object[] e, String... f) { return null; }

  static int index() { return 1; }

  void store() { next.x = 1; }

  static void attempt(Try t) {
    try {
      t.now();
      System.out.println(count++ + " nothing is thrown");
    } catch (Throwable e) {
      System.out.println(count++ + " " + e);
    }
  }

  static void fields(Nulls a, Nulls none) {
    attempt(() -> a.next.x++);
    attempt(() -> { a.next.x = 4; });
    attempt(() -> { a.next.next.next = null; });
    attempt(() -> a.store());
    attempt(() -> only.store());
    attempt(() -> System.out.println(only.next.text));
    attempt(() -> none.next.next.x = 1);
    attempt(() -> a.list.add(a.next.text));
    attempt(() -> System.out.println(a.many[2][3].x));
  }

  static void arrays(Nulls a, int i, long big) {
    attempt(() -> { a.ints[3] = 4; });
    attempt(() -> System.out.println(a.ints[3]));
    attempt(() -> System.out.println(a.longs[i]));
    attempt(() -> System.out.println(a.ints.length));
    attempt(() -> System.out.println(a.objects[i + 1]));
    attempt(() -> { a.objects[0] = 1; });
    attempt(() -> grid[1][2] = 3);
    attempt(() -> grid[index()][2] = 3);
    attempt(() -> grid[count - count][a.x] = 3);
    attempt(() -> { Nulls[] array = new Nulls[2]; array[1].next.store(); });
    attempt(() -> { Nulls[] array = new Nulls[200]; array[170].next.store(); });
    attempt(() -> { String[] array = new String[1]; array[0].concat("a"); });
    attempt(() -> { float[] array = null; array[1] = 2f; });
    attempt(() -> { double[] array = null; array[1] += 2; });
    attempt(() -> { char[] array = null; array[1]++; });
    attempt(() -> { short[] array = null; array[1] = 1; });
    attempt(() -> { byte[] array = null; array[1] = 1; });
    attempt(() -> { boolean[] array = null; System.out.println(array[1]); });
    attempt(() -> { long[] array = null; array[(int) big] = 4L; });
    attempt(() -> ((Nulls[]) null)[0].store());
    attempt(() -> a.many[count > 0 ? 1 : 0][1] = null);
    attempt(() -> { Nulls[][] array = { null }; array[0][5].next.x = 3; });
    attempt(() -> ((int[]) null).clone());
  }

  static void calls(Nulls a, Nulls none, Map<String, Integer> map) {
    attempt(() -> make().store());
    attempt(() -> make().call(1, "", null, null, null));
    attempt(() -> a.call(1, "", null, null, null).store());
    attempt(() -> { int k = map.get("q"); });
    attempt(() -> a.list.get(0).length());
    attempt(() -> { String s = a.text; s.length(); });
    attempt(() -> { Object o = null; o.toString(); });
    attempt(() -> { ((Nulls) (Object) null).store(); });
    attempt(() -> { Integer q = null; long w = q; });
    attempt(() -> { for (String s : (List<String>) null) { } });
    attempt(() -> { for (String s : (String[]) null) { } });
    attempt(() -> { switch ((String) null) { case "a": } });
    attempt(() -> (count > 0 ? a.next : a).store());
    attempt(() -> { String z = count > 0 ? null : "a"; System.out.println(z.length() + z.hashCode()); });
  }

  static void others(Nulls a, Nulls none) {
    attempt(() -> { throw null; });
    attempt(() -> { synchronized (a.next) { } });
    attempt(() -> { Runnable r = none::store; });
    attempt(() -> Objects.requireNonNull(null));
    attempt(() -> { throw new NullPointerException(); });
    attempt(() -> { throw new NullPointerException("of our own"); });
    attempt(() -> System.arraycopy(null, 0, null, 0, 1));
    attempt(() -> { int[] array = new int[-1]; });
    attempt(() -> { int[][] array = new int[2][-3]; });
    attempt(() -> { Object[] array = new String[1]; array[0] = 5; });
    attempt(() -> { Object o = new int[0][]; String s = (String) o; });
    attempt(() -> { Object o = a; Map<?, ?> m = (Map<?, ?>) o; });
    attempt(() -> { int[] array = {}; array[0] = 1; });
    attempt(() -> System.out.println(1 / (a.x - a.x)));
  }

  static void parameters(String text, long wide, int[] array, boolean which, boolean[] flags) {
    try {
      System.out.println(array[1]);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println(flags[0]);
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    try {
      System.out.println((which ? text : null).length());
    } catch (NullPointerException e) {
      System.out.println(e.getMessage());
    }
    for (int i = 0; i < 2; i++) {
      Nulls walk = i == 0 ? only : null;
      try {
        walk.next.store();
      } catch (NullPointerException e) {
        System.out.println(e.getMessage());
      }
      text = null;
      try {
        text.trim();
      } catch (NullPointerException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  public static void main(String[] args) {
    Nulls a = new Nulls(), none = null;
    fields(a, none);
    arrays(a, 2, 5);
    calls(a, none, new HashMap<>());
    others(a, none);
    parameters(null, 4, null, true, null);
  }
}
