/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * References that the collector clears: weak, soft and phantom ones, their queues, and WeakHashMap. Objects are made and
 * given up in methods that have returned when a collection is asked for; of many objects a few may be kept by what lies
 * on a stack here, which is conservative, so counts are compared with bounds. */
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

public class Weak {
  static final int MANY = 600;
  static final int FEW = 15;

  static final class Thing {
    final int number;
    Object more;

    Thing(int number) {
      this.number = number;
    }

    @Override
    public int hashCode() {
      return number * 31;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Thing && ((Thing) other).number == number;
    }

    @Override
    public String toString() {
      return "thing " + number;
    }
  }

  /* A subclass with fields of its own, as caches have them. */
  static final class Named extends WeakReference<Thing> {
    final String name;

    Named(Thing thing, ReferenceQueue<Thing> queue) {
      super(thing, queue);
      name = "of " + thing.number;
    }
  }

  static List<Reference<Thing>> references(ReferenceQueue<Thing> queue, List<Thing> kept, int kind) {
    List<Reference<Thing>> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Thing thing = new Thing(i);
      thing.more = new int[i % 50];
      all.add(kind == 0 ? new Named(thing, queue) : kind == 1 ? new SoftReference<>(thing, queue)
          : new PhantomReference<>(thing, queue));
      if (i % 10 == 0)
        kept.add(thing);
    }
    return all;
  }

  /* Overwrites what old calls have left on the stack. */
  static int scrub(int depth) {
    long a = depth, b = depth + 1, c = depth + 2, d = depth + 3;
    return depth == 0 ? 0 : scrub(depth - 1) + (int) (a + b + c + d);
  }

  static void collect() {
    scrub(200);
    System.gc();
  }

  static void count(String what, List<Reference<Thing>> all, List<Thing> kept, ReferenceQueue<Thing> queue)
      throws InterruptedException {
    int wrong = 0, there = 0;
    for (int i = 0; i < all.size(); i++) {
      boolean is = !all.get(i).refersTo(null);
      there += is ? 1 : 0;
      wrong += i % 10 == 0 && !is ? 1 : 0;
    }
    int told = 0, strange = 0;
    for (Reference<? extends Thing> r = queue.remove(50); r != null; r = queue.remove(50)) {
      told++;
      strange += r.refersTo(null) && !r.enqueue() && all.contains(r) ? 0 : 1;
    }
    System.out.println(what + ": " + (there - kept.size() <= FEW ? "cleared" : there + " are there") + ", wrong "
        + wrong + (told == all.size() - there ? ", all told" : ", told " + told) + ", strange " + strange + ", kept "
        + kept.size() + (queue.poll() == null ? "" : ", more"));
  }

  static void kinds() throws InterruptedException {
    for (int kind = 0; kind < 3; kind += 2) {
      ReferenceQueue<Thing> queue = new ReferenceQueue<>();
      List<Thing> kept = new ArrayList<>();
      List<Reference<Thing>> all = references(queue, kept, kind);
      int before = 0;
      for (int i = 0; i < MANY; i += 10)
        before += all.get(i).get() == kept.get(i / 10) ? 1 : 0;
      System.out.println("before: " + before);
      collect();
      count(kind == 0 ? "weak" : "phantom", all, kept, queue);
    }
  }

  static void soft() {
    ReferenceQueue<Thing> queue = new ReferenceQueue<>();
    List<Thing> kept = new ArrayList<>();
    List<Reference<Thing>> all = references(queue, kept, 1);
    collect();
    int there = 0;
    for (Reference<Thing> r : all)
      there += r.get() != null && ((int[]) r.get().more).length == r.get().number % 50 ? 1 : 0;
    System.out.println("soft: " + there);
  }

  static void small() throws Exception {
    Thing thing = new Thing(1);
    ReferenceQueue<Thing> queue = new ReferenceQueue<>();
    WeakReference<Thing> weak = new WeakReference<>(thing, queue), none = new WeakReference<>(null, queue);
    System.out.println(weak.get() + " " + none.get() + " " + weak.refersTo(thing) + " " + none.refersTo(null));
    System.out.println(queue.poll() + " " + weak.enqueue() + " " + weak.enqueue() + " " + weak.get());
    System.out.println((queue.remove() == weak) + " " + queue.poll() + " " + none.enqueue());
    System.out.println(queue.poll() == none);
    weak.clear();
    System.out.println(new WeakReference<>("constant").get() + " " + new SoftReference<>(Weak.class).get());
    try {
      queue.remove(-1);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    System.out.println(queue.remove(1));
    Thread.currentThread().interrupt();
    try {
      queue.remove();
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
    Reference.reachabilityFence(thing);
  }

  static void fill(Map<Thing, String> map, List<Thing> kept) {
    for (int i = 0; i < MANY; i++) {
      Thing thing = new Thing(i);
      map.put(thing, "value " + i);
      if (i % 4 == 0)
        kept.add(thing);
    }
  }

  static void maps() throws InterruptedException {
    WeakHashMap<Thing, String> map = new WeakHashMap<>();
    List<Thing> kept = new ArrayList<>();
    fill(map, kept);
    collect();
    for (int i = 0; i < 1000 && map.size() > kept.size() + FEW; i++)
      Thread.sleep(10); /* another thread of the JDK's puts them into their queue */
    int size = map.size(), right = 0, walked = 0;
    for (Thing thing : kept)
      right += ("value " + thing.number).equals(map.get(thing)) ? 1 : 0;
    for (Map.Entry<Thing, String> entry : map.entrySet())
      walked += entry.getKey() != null ? 1 : 0;
    System.out.println((size - kept.size() <= FEW ? "emptied" : "size " + size) + " " + right + " " + (walked - size));
  }

  /* What nothing can clear: the same as on the JDK, in the same order. */
  static void strong() {
    WeakHashMap<Integer, String> map = new WeakHashMap<>(4);
    List<Integer> keys = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Integer key = i * 7919;
      keys.add(key);
      map.put(key, "v" + i);
    }
    map.put(null, "none");
    System.out.println(map.size() + " " + map.get(null) + " " + map.containsKey(7919) + " " + map.containsKey(1) + " "
        + map.containsValue("v3") + " " + map.remove(7919) + " " + map.remove(1) + " " + map.remove(null));
    System.out.println(map);
    Iterator<Map.Entry<Integer, String>> walk = map.entrySet().iterator();
    for (int i = 0; walk.hasNext(); i++) {
      Map.Entry<Integer, String> entry = walk.next();
      if (i % 3 == 0)
        walk.remove();
      else
        entry.setValue(entry.getValue() + "!");
    }
    System.out.println(map.keySet() + " " + map.values().size() + " " + map.hashCode());
    try {
      for (Integer key : map.keySet())
        map.put(-5 - key * 2, "new");
    } catch (ConcurrentModificationException | NullPointerException e) {
      System.out.println(e.getClass());
    }
    System.out.println(new WeakHashMap<>(Map.of(1, 2)).equals(Map.of(1, 2)));
    map.clear();
    System.out.println(map + " " + map.isEmpty() + keys.size());
    for (int bad = 0; bad < 2; bad++)
      try {
        System.out.println(bad == 0 ? new WeakHashMap<>(-1) : new WeakHashMap<>(1, 0f));
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
  }

  /* Threads make and drop references while others collect. */
  static void threads() throws InterruptedException {
    Thread[] all = new Thread[3];
    int[] wrong = new int[all.length];
    for (int t = 0; t < all.length; t++) {
      int me = t;
      all[t] = new Thread(() -> {
        WeakReference<?>[] last = new WeakReference<?>[16];
        for (int i = 0; i < MANY; i++) {
          Thing thing = new Thing(i);
          last[i % 16] = new WeakReference<>(thing);
          Thing again = (Thing) last[i % 16].get();
          Thing old = last[i * 7 % 16] == null ? null : (Thing) last[i * 7 % 16].get();
          wrong[me] += again != thing || again.number != i || old != null && old.number > i ? 1 : 0;
          if (i % 500 == 250)
            System.gc();
        }
      });
      all[t].start();
    }
    for (Thread thread : all)
      thread.join();
    System.out.println("threads: " + (wrong[0] + wrong[1] + wrong[2]));
  }

  public static void main(String[] args) throws Exception {
    small();
    kinds();
    soft();
    maps();
    strong();
    threads();
  }
}
