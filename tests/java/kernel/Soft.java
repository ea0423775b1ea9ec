/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Soft references hold their objects until the heap is full, and none of them when there is an OutOfMemoryError. */
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;

public class Soft {
  static List<SoftReference<long[]>> fill() {
    List<SoftReference<long[]>> soft = new ArrayList<>();
    for (int i = 0; i < 40; i++)
      soft.add(new SoftReference<>(new long[8192]));
    return soft;
  }

  static int there(List<SoftReference<long[]>> soft) {
    int there = 0;
    for (SoftReference<long[]> reference : soft)
      there += reference.get() != null ? 1 : 0;
    return there;
  }

  static void exhaust() {
    List<long[]> strong = new ArrayList<>();
    try {
      for (;;)
        strong.add(new long[8192]);
    } catch (OutOfMemoryError e) {
      strong = null;
    }
  }

  public static void main(String[] args) {
    List<SoftReference<long[]>> soft = fill();
    System.gc();
    System.out.println(there(soft) + " of " + soft.size());
    exhaust();
    System.out.println(there(soft) <= 1 ? "cleared" : there(soft) + " are there");
  }
}
