/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What Java's memory model forbids (JLS 17.4 to 17.7): for each shape of code in which a processor, a compiler or a
 * library could show it, how often it was seen, which is never. The argument says how often each of them is done.
 */
public class Memory {
  // ---- litmus tests: few steps in as many threads, which begin each time together ----

  /** In a cache line of its own. */
  static final class Half {
    volatile int v;
    int plain;
    volatile long wide;
    volatile double broad;
    final AtomicInteger atomic = new AtomicInteger();
    final AtomicLong atomicWide = new AtomicLong();
    long pad0, pad1, pad2, pad3, pad4, pad5, pad6;
  }

  static final class Pair {
    final Half x = new Half(), y = new Half();
    int a, b, c, d; // what was read
  }

  interface Step { void of(Half x, Half y, Pair read); }
  interface Seen { boolean in(Pair p); }

  static final int PAIRS = 256; // at a time
  static int rounds;

  static void litmus(String name, Seen forbidden, Step... steps) throws Exception {
    int threads = steps.length, times = PAIRS * (threads > 2 ? 1 : rounds); // four take turns on a small host
    AtomicInteger[] begun = new AtomicInteger[threads];
    Pair[] pairs = new Pair[PAIRS];
    for (int t = 0; t < threads; t++)
      begun[t] = new AtomicInteger();
    int[] count = new int[1];
    Thread[] all = new Thread[threads];
    for (int t = 0; t < threads; t++) {
      int me = t;
      (all[t] = new Thread(() -> {
        for (int i = 0; i < times; i++) {
          int at = i % PAIRS;
          if (at == 0) {
            meet(begun, me, 2 * i + 1); // the others have ended the last ones
            if (me == 0)
              for (int k = 0; k < PAIRS; k++) {
                if (pairs[k] != null && forbidden.in(pairs[k]))
                  count[0]++;
                pairs[k] = new Pair();
              }
          }
          meet(begun, me, 2 * i + 2);
          Pair pair = pairs[at];
          steps[me].of(pair.x, pair.y, pair);
        }
      }, name)).start();
    }
    for (Thread thread : all)
      thread.join();
    for (Pair pair : pairs)
      if (forbidden.in(pair))
        count[0]++;
    System.out.println(name + " " + count[0]);
  }

  static void meet(AtomicInteger[] begun, int me, int now) {
    begun[me].set(now);
    for (AtomicInteger other : begun)
      while (other.get() < now)
        Thread.onSpinWait();
  }

  static void litmusTests() throws Exception {
    Seen bothOld = p -> p.a == 0 && p.b == 0;
    litmus("store, then load", bothOld, (x, y, p) -> { x.v = 1; p.a = y.v; }, (x, y, p) -> { y.v = 1; p.b = x.v; });
    litmus("of long and double", bothOld,
      (x, y, p) -> { x.wide = 1; p.a = (int) y.broad; }, (x, y, p) -> { y.broad = 1; p.b = (int) x.wide; });
    litmus("of atomics", bothOld,
      (x, y, p) -> { x.atomic.set(1); p.a = (int) y.atomicWide.get(); },
      (x, y, p) -> { y.atomicWide.set(1); p.b = x.atomic.get(); });
    litmus("message", p -> p.a == 1 && p.b == 0,
      (x, y, p) -> { x.plain = 1; y.v = 1; }, (x, y, p) -> { p.a = y.v; p.b = x.plain; });
    litmus("load, then store", p -> p.a == 1 && p.b == 1,
      (x, y, p) -> { p.a = x.v; y.v = 1; }, (x, y, p) -> { p.b = y.v; x.v = 1; });
    litmus("independent reads", p -> p.a == 1 && p.b == 0 && p.c == 1 && p.d == 0,
      (x, y, p) -> x.v = 1, (x, y, p) -> y.v = 1,
      (x, y, p) -> { p.a = x.v; p.b = y.v; }, (x, y, p) -> { p.c = y.v; p.d = x.v; });
    litmus("two reads of one", p -> p.a == 1 && p.b == 0, (x, y, p) -> x.v = 1, (x, y, p) -> { p.a = x.v; p.b = x.v; });
    litmus("store over store", p -> p.y.v == 2 && p.a == 0,
      (x, y, p) -> { x.v = 1; y.v = 1; }, (x, y, p) -> { y.v = 2; p.a = x.v; });
  }

  static volatile boolean done;

  /** Runs `look' again and again in as many threads as there are, while `work' is done `times' times. */
  static void watch(String name, int times, Work work, Look... look) throws Exception {
    int[] wrong = new int[look.length];
    Thread[] all = new Thread[look.length];
    done = false;
    for (int t = 0; t < all.length; t++) {
      int me = t;
      (all[t] = new Thread(() -> {
        while (!done)
          if (!look[me].isRight())
            wrong[me]++;
      }, name)).start();
    }
    for (int i = 1; i <= times; i++)
      work.at(i);
    done = true;
    for (Thread thread : all)
      thread.join();
    System.out.println(name + " " + Arrays.toString(wrong));
  }

  interface Work { void at(int i); }
  interface Look { boolean isRight(); }

  // ---- objects that are published by a race (17.5) ----

  static final class Frozen {
    final int first, last;
    final int[] more;
    Frozen(int i) { first = i; more = new int[] { i, i + 1 }; last = ~i; }
    boolean isWhole() { return last == ~first && more.length == 2 && more[0] == first && more[1] == first + 1; }
  }

  static Frozen frozen = new Frozen(0);
  static Object either = new long[3];
  static int[] zeros = new int[3];
  static String text = "text 0";

  static boolean isZero(int[] a) {
    boolean zero = a.length >= 3 && a.length < 32;
    for (int x : a)
      zero &= x == 0;
    return zero;
  }

  static void publication() throws Exception {
    watch("published", rounds * 4000, i -> {
      frozen = new Frozen(i);
      either = i % 2 == 0 ? new int[1][4] : new long[3];
      zeros = new int[3 + i % 29];
      text = "text " + i;
    }, () -> frozen.isWhole() && text.startsWith("text "), () -> {
      Object o = either;
      return (o instanceof long[] ? ((long[]) o).length == 3 : o instanceof int[][]) && isZero(zeros);
    });
  }

  // ---- values that are read and written whole (17.6, 17.7) ----

  static volatile long wide;
  static volatile double broad;
  static final int[] ones = new int[16], none = new int[16], ints = new int[48], odd = new int[9];
  static final short[] shortOnes = new short[32], shortNone = new short[32], shorts = new short[64];

  static boolean isWhole(long bits) { return bits == 0 || bits == 0x0123456789abcdefL || bits == 0x7edcba9876543210L; }
  static boolean isWhole(int v) { return v == 0 || v == -1; }

  static void values() throws Exception {
    double other = Double.longBitsToDouble(0x7edcba9876543210L);
    watch("fields", rounds * 20000, i -> {
      wide = 0x0123456789abcdefL;
      broad = other;
      wide = 0x7edcba9876543210L;
      broad = 0;
    }, () -> isWhole(wide), () -> isWhole(Double.doubleToRawLongBits(broad)));
    Arrays.fill(ones, -1);
    Arrays.fill(shortOnes, (short) -1);
    watch("copies", rounds * 40000, i -> {
      int[] from = i % 2 == 0 ? ones : none;
      short[] shortFrom = i % 2 == 0 ? shortOnes : shortNone;
      System.arraycopy(from, 5, ints, 0, 1);
      System.arraycopy(from, 5, ints, 16, 9);
      System.arraycopy(shortFrom, 0, shorts, 0, 17);
      System.arraycopy(shortFrom, 3, shorts, 33, 2);
      System.arraycopy(shorts, 0, shorts, 40, 19);
      odd[8] = from[0];
    }, () -> isWhole(ints[0]) && isWhole(ints[24]) && isWhole(odd.clone()[8]),
      () -> isWhole(shorts[16]) && isWhole(shorts[34]) && isWhole(shorts[56]));
  }

  static final class Small { byte a, b; boolean c, d; short e, f; char g, h; }

  /** Each thread has elements and fields of its own beside those of the other. */
  static void neighbours() throws Exception {
    byte[] bytes = new byte[64];
    boolean[] flags = new boolean[64];
    char[] chars = new char[64];
    Small s = new Small();
    int[] wrong = new int[2];
    Thread[] all = new Thread[2];
    for (int t = 0; t < 2; t++) {
      int me = t;
      (all[t] = new Thread(() -> {
        for (int i = 1; i <= rounds * 1000; i++) {
          for (int k = me; k < 64; k += 2) {
            bytes[k]++;
            flags[k] = !flags[k];
            chars[k]++;
            if (bytes[k] != (byte) i || flags[k] != (i % 2 == 1) || chars[k] != (char) i)
              wrong[me]++;
          }
          if (me == 0 ? ++s.a != (byte) i || (s.c = !s.c) != (i % 2 == 1) || ++s.e != (short) i || ++s.g != (char) i
            : ++s.b != (byte) i || (s.d = !s.d) != (i % 2 == 1) || ++s.f != (short) i || ++s.h != (char) i)
            wrong[me]++;
        }
      })).start();
    }
    for (Thread thread : all)
      thread.join();
    System.out.println("neighbours " + Arrays.toString(wrong));
  }

  // ---- threads (17.4.4) ----

  static int given, taken;

  static void starts() throws Exception {
    int wrong = 0;
    for (int i = 1; i <= rounds * 16; i++) {
      int now = i;
      given = i;
      int[] saw = new int[1];
      Thread thread = new Thread(() -> {
        saw[0] = given;
        while (now % 3 == 0 && !Thread.currentThread().isInterrupted())
          Thread.onSpinWait();
        taken = given;
      });
      thread.start();
      if (i % 3 == 0) {
        given = -i;
        thread.interrupt();
      }
      while (i % 2 == 0 && thread.isAlive())
        Thread.onSpinWait();
      thread.join();
      if (i % 3 != 0 && saw[0] != i || taken != given)
        wrong++;
    }
    System.out.println("starts and ends " + wrong);
  }

  public static void main(String[] args) throws Exception {
    rounds = args.length > 0 ? Integer.parseInt(args[0]) : 4;
    litmusTests();
    publication();
    values();
    neighbours();
    starts();
  }
}
