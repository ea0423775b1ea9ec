/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A text as a tree that is never changed: each edit makes the path to its place anew, and the last fifty texts can be
 * had back. Leaves of what is not edited live long. */
import java.util.ArrayDeque;
import java.util.Random;

public class Rope {
  interface Text { int length(); }
  record Leaf(String text) implements Text { public int length() { return text.length(); } }
  record Pair(Text left, Text right, int length) implements Text { }

  static Text pair(Text left, Text right) { return new Pair(left, right, left.length() + right.length()); }

  static Text build(int leaves) {
    if (leaves == 1)
      return new Leaf("line of text");
    return pair(build(leaves / 2), build(leaves - leaves / 2));
  }

  static Text edit(Text t, int at, String insert) {
    if (t instanceof Pair p)
      return at <= p.left().length() ? pair(edit(p.left(), at, insert), p.right())
                                     : pair(p.left(), edit(p.right(), at - p.left().length(), insert));
    String s = ((Leaf) t).text();
    String changed = s.substring(0, at) + insert + s.substring(at);
    if (changed.length() > 24)
      return pair(new Leaf(changed.substring(0, 12)), new Leaf(changed.substring(12)));
    return new Leaf(changed);
  }

  public static void main(String[] args) {
    int edits = Integer.parseInt(args[0]);
    Random random = new Random(5);
    Text text = build(512);
    ArrayDeque<Text> undo = new ArrayDeque<>();
    for (int i = 0; i < edits; i++) {
      undo.addLast(text);
      if (undo.size() > 50)
        undo.removeFirst();
      if (random.nextInt(10) == 0)
        text = undo.removeLast();
      else
        text = edit(text, random.nextInt(text.length()), "x" + i % 10);
    }
    System.out.println("sum " + text.length());
  }
}
