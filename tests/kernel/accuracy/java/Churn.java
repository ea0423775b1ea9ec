/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Makes nodes, boxed integers and char arrays, n times. */
public class Churn {
  static final class Node { Node next; int value; Node(int v, Node n) { value = v; next = n; } }
  static Node keep;
  static Integer box;
  static char[] text;
  static Node makeNode(int i) { return new Node(i, (i & 7) == 0 ? null : keep); }
  static Integer makeBox(int i) { return Integer.valueOf(i + 1000); }
  static char[] makeText(int i) { char[] c = new char[8 + (i & 15)]; c[0] = (char) i; return c; }
  static int loop(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      keep = makeNode(i);
      box = makeBox(i);
      text = makeText(i);
      sum += keep.value + box + text[0];
    }
    return sum;
  }
  public static void main(String[] args) {
    int n = args.length > 0 ? Integer.parseInt(args[0]) : 20000;
    System.out.println("sum " + loop(n));
  }
}
