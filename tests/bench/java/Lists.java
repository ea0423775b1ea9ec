/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;

/** Lists behind interfaces: filled, searched, iterated, thinned out. */
class Lists extends Bench {
  interface Test {
    boolean holds(String s);
  }

  private static int count(List<String> list, Test test) {
    int count = 0;
    for (String s : list)
      if (test.holds(s))
        count++;
    return count;
  }

  private static void thin(List<String> list, int every) {
    int n = 0;
    for (Iterator<String> i = list.iterator(); i.hasNext();) {
      i.next();
      if (++n % every == 0)
        i.remove();
    }
  }

  private final String[] names = new String[500];

  Lists() {
    for (int i = 0; i < names.length; i++)
      names[i] = "name-" + i * 37 % 500;
  }

  @Override
  long run() {
    List<String> array = new ArrayList<>(), linked = new LinkedList<>();
    for (int round = 0; round < 20; round++)
      for (String name : names) {
        array.add(name);
        linked.add(name);
      }
    long result = count(array, s -> s.length() == 7) * 3L + count(linked, s -> s.endsWith("3"));
    thin(linked, 3);
    result = result * 1000 + linked.size();
    for (int i = 0; i < 100; i++)
      result += array.indexOf(names[i * 5]);
    return result + (array.contains("nowhere") ? 1 : 0);
  }

  public static void main(String[] args) {
    new Lists().measure(6431417L);
  }
}
