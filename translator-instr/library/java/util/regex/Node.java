/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a pattern is made of. A node matches at a place when it and all that follows it do: it looks at the text,
 * asks `next`, and takes back on failure what it changed in the matcher. */
package java.util.regex;

import java.util.function.IntPredicate;

abstract class Node {
  Node next;

  abstract boolean match(Matcher m, int at);

  static int codePoint(Matcher m, int at) {
    char c = m.text.charAt(at);
    if (Character.isHighSurrogate(c) && at + 1 < m.to && Character.isLowSurrogate(m.text.charAt(at + 1)))
      return Character.toCodePoint(c, m.text.charAt(at + 1));
    return c;
  }

  /* The end of the pattern, of a lookaround or of an atomic group. */
  static final class End extends Node {
    private final boolean outermost;

    End(boolean outermost) {
      this.outermost = outermost;
    }

    @Override
    boolean match(Matcher m, int at) {
      if (outermost && m.whole && at != m.to)
        return false;
      m.end = at;
      return true;
    }
  }

  /* Where the ways through a branch meet, and the empty pattern. */
  static final class Join extends Node {
    @Override
    boolean match(Matcher m, int at) {
      return next.match(m, at);
    }
  }

  static final class Text extends Node {
    final String text;

    Text(String text) {
      this.text = text;
    }

    @Override
    boolean match(Matcher m, int at) {
      return text.length() <= m.to - at && m.text.startsWith(text, at) && next.match(m, at + text.length());
    }
  }

  static final class One extends Node {
    final IntPredicate chars;

    One(IntPredicate chars) {
      this.chars = chars;
    }

    @Override
    boolean match(Matcher m, int at) {
      if (at >= m.to)
        return false;
      int c = codePoint(m, at);
      return chars.test(c) && next.match(m, at + Character.charCount(c));
    }
  }

  /* A place without width: ^, $, \b and their kin. */
  interface Place {
    boolean holds(Matcher m, int at);
  }

  static final class Anchor extends Node {
    private final Place place;

    Anchor(Place place) {
      this.place = place;
    }

    @Override
    boolean match(Matcher m, int at) {
      return place.holds(m, at) && next.match(m, at);
    }
  }

  static final class Branch extends Node {
    private final Node[] ways;

    Branch(Node... ways) {
      this.ways = ways;
    }

    @Override
    boolean match(Matcher m, int at) {
      for (Node way : ways)
        if (way.match(m, at))
          return true;
      return false;
    }
  }

  /* One character again and again, without recursion. */
  static final class RepeatOne extends Node {
    private final IntPredicate chars;
    private final int least;
    private final int most;
    private final boolean greedy;

    RepeatOne(IntPredicate chars, int least, int most, boolean greedy) {
      this.chars = chars;
      this.least = least;
      this.most = most;
      this.greedy = greedy;
    }

    /* Behind the character at `at`, or -1 when it is none of ours. */
    private int step(Matcher m, int at) {
      if (at >= m.to)
        return -1;
      int c = codePoint(m, at);
      return chars.test(c) ? at + Character.charCount(c) : -1;
    }

    @Override
    boolean match(Matcher m, int at) {
      return greedy ? matchLong(m, at) : matchShort(m, at);
    }

    private boolean matchLong(Matcher m, int at) {
      int start = at;
      int count = 0;
      for (int behind; count < most && (behind = step(m, at)) >= 0; count++)
        at = behind;
      for (; count >= least; count--) {
        if (next.match(m, at))
          return true;
        if (count == 0)
          return false;
        at--;
        if (at > start && Character.isLowSurrogate(m.text.charAt(at))
            && Character.isHighSurrogate(m.text.charAt(at - 1)))
          at--;
      }
      return false;
    }

    private boolean matchShort(Matcher m, int at) {
      for (int count = 0; at >= 0; count++) {
        if (count >= least && next.match(m, at))
          return true;
        if (count == most)
          return false;
        at = step(m, at);
      }
      return false;
    }
  }

  /* Any pattern again and again. `body` ends in this node, which counts; Enter starts the count. An iteration that
   * took no text is the last. */
  static final class Repeat extends Node {
    Node body;
    private final int least;
    private final int most;
    private final boolean greedy;
    private final int count;
    private final int begin;

    Repeat(int least, int most, boolean greedy, int slot) {
      this.least = least;
      this.most = most;
      this.greedy = greedy;
      this.count = slot;
      this.begin = slot + 1;
    }

    @Override
    boolean match(Matcher m, int at) {
      int done = m.slots[count];
      if (at == m.slots[begin])
        return next.match(m, at);
      if (done < least)
        return again(m, at, done);
      if (greedy)
        return done < most && again(m, at, done) || leave(m, at, done);
      return leave(m, at, done) || done < most && again(m, at, done);
    }

    private boolean again(Matcher m, int at, int done) {
      int started = m.slots[begin];
      m.slots[count] = done + 1;
      m.slots[begin] = at;
      if (body.match(m, at))
        return true;
      m.slots[count] = done;
      m.slots[begin] = started;
      return false;
    }

    /* What follows may come back here through an outer repetition and start anew. */
    private boolean leave(Matcher m, int at, int done) {
      int started = m.slots[begin];
      if (next.match(m, at))
        return true;
      m.slots[count] = done;
      m.slots[begin] = started;
      return false;
    }

    boolean enter(Matcher m, int at) {
      int outerCount = m.slots[count];
      int outerBegin = m.slots[begin];
      boolean found = !greedy && least == 0 && next.match(m, at);
      if (!found && most > 0) {
        m.slots[count] = 1;
        m.slots[begin] = at;
        found = body.match(m, at);
      }
      if (!found && greedy && least == 0)
        found = next.match(m, at);
      m.slots[count] = outerCount;
      m.slots[begin] = outerBegin;
      return found;
    }
  }

  static final class Enter extends Node {
    private final Repeat repeat;

    Enter(Repeat repeat) {
      this.repeat = repeat;
    }

    @Override
    boolean match(Matcher m, int at) {
      return repeat.enter(m, at);
    }
  }

  static final class GroupStart extends Node {
    private final int slot;

    GroupStart(int slot) {
      this.slot = slot;
    }

    @Override
    boolean match(Matcher m, int at) {
      int outer = m.slots[slot];
      m.slots[slot] = at;
      boolean found = next.match(m, at);
      m.slots[slot] = outer;
      return found;
    }
  }

  static final class GroupEnd extends Node {
    private final int slot;
    private final int group;

    GroupEnd(int slot, int group) {
      this.slot = slot;
      this.group = group;
    }

    @Override
    boolean match(Matcher m, int at) {
      int start = m.groups[2 * group];
      int end = m.groups[2 * group + 1];
      m.groups[2 * group] = m.slots[slot];
      m.groups[2 * group + 1] = at;
      if (next.match(m, at))
        return true;
      m.groups[2 * group] = start;
      m.groups[2 * group + 1] = end;
      return false;
    }
  }

  static final class BackReference extends Node {
    private final int group;
    private final boolean ignoreCase;

    BackReference(int group, boolean ignoreCase) {
      this.group = group;
      this.ignoreCase = ignoreCase;
    }

    @Override
    boolean match(Matcher m, int at) {
      int start = m.groups[2 * group];
      int length = m.groups[2 * group + 1] - start;
      return start >= 0 && length <= m.to - at && m.text.regionMatches(ignoreCase, at, m.text, start, length)
          && next.match(m, at + length);
    }
  }

  /* Its first match is its only one: no way back into it. */
  static final class Atomic extends Node {
    private final Node body;

    Atomic(Node body) {
      this.body = body;
    }

    @Override
    boolean match(Matcher m, int at) {
      return body.match(m, at) && next.match(m, m.end);
    }
  }

  static final class Ahead extends Node {
    private final Node body;
    private final boolean wanted;

    Ahead(Node body, boolean wanted) {
      this.body = body;
      this.wanted = wanted;
    }

    @Override
    boolean match(Matcher m, int at) {
      return body.match(m, at) == wanted && next.match(m, at);
    }
  }

  /* Tries all starts from which `body`, which takes least to most characters, can end here. */
  static final class Behind extends Node {
    private final Node body;
    private final boolean wanted;
    private final int least;
    private final int most;

    Behind(Node body, boolean wanted, int least, int most) {
      this.body = body;
      this.wanted = wanted;
      this.least = least;
      this.most = most;
    }

    private boolean found(Matcher m, int at) {
      int to = m.to;
      boolean whole = m.whole;
      m.to = at;
      boolean found = false;
      for (int start = at - least; !found && start >= m.from && start >= at - most; start--)
        found = body.match(m, start);
      m.to = to;
      m.whole = whole;
      return found;
    }

    @Override
    boolean match(Matcher m, int at) {
      return found(m, at) == wanted && next.match(m, at);
    }
  }

  /* The end of a lookbehind: exactly at the place looked back from, which Behind has made the end of the text. */
  static final class Here extends Node {
    @Override
    boolean match(Matcher m, int at) {
      return at == m.to;
    }
  }
}
