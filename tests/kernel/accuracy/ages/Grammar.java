/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Terms that are rewritten until no rule fits: cells that are replaced at once, subterms that are shared and stay, a
 * stack of iterators, and a table of normal forms that forgets all when it is full. */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;

public class Grammar {
  static final class Term {
    final char head;
    final List<Term> parts;
    Term(char head, List<Term> parts) { this.head = head; this.parts = parts; }
    @Override public String toString() {
      StringBuilder text = new StringBuilder().append(head);
      for (Iterator<Term> i = parts.iterator(); i.hasNext(); )
        text.append(i.next());
      return text.toString();
    }
  }

  static final Map<String, Term> normal = new HashMap<>();

  static Term make(Random random, int depth) {
    List<Term> parts = new ArrayList<>(2);
    for (int i = depth == 0 ? 0 : random.nextInt(3); i > 0; i--)
      parts.add(make(random, depth - 1));
    return new Term((char) ('a' + random.nextInt(5)), parts);
  }

  /* a(x) is x; b(x, y) is c(y, x); others stay. */
  static Term step(Term t) {
    if (t.head == 'a' && t.parts.size() == 1)
      return t.parts.get(0);
    if (t.head == 'b' && t.parts.size() == 2) {
      List<Term> parts = new ArrayList<>(2);
      parts.add(t.parts.get(1));
      parts.add(t.parts.get(0));
      return new Term('c', parts);
    }
    return t;
  }

  static Term rewrite(Term t) {
    String name = t.toString();
    Term known = normal.get(name);
    if (known != null)
      return known;
    List<Term> parts = new ArrayList<>(t.parts.size());
    for (Term part : t.parts)
      parts.add(rewrite(part));
    Term now = new Term(t.head, parts);
    for (Term before = null; now != before; now = step(now))
      before = now;
    if (normal.size() >= 400)
      normal.clear();
    normal.put(name, now);
    return now;
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    Random random = new Random(5);
    long sum = 0;
    for (int i = 0; i < n; i++)
      sum = sum * 31 + rewrite(make(random, 2 + i % 5)).toString().hashCode();
    System.out.println("sum " + sum);
  }
}
