/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From the text of a pattern to nodes, by recursive descent: alternatives, sequences, repetitions, atoms. */
package java.util.regex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

final class PatternParser {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  private final String pattern;
  private int flags;
  private int at;
  private int groups = 1;
  private int slots;
  private final Map<String, Integer> names = new HashMap<>();

  /* A chain of nodes whose last `next` is open, and how many characters it takes. */
  private static final class Piece {
    final Node head;
    final Node tail;
    final int least;
    final int most;

    Piece(Node head, Node tail, int least, int most) {
      this.head = head;
      this.tail = tail;
      this.least = least;
      this.most = most;
    }

    static Piece empty() {
      return of(new Node.Join(), 0, 0);
    }

    static Piece of(Node node, int least, int most) {
      return new Piece(node, node, least, most);
    }

    Piece then(Piece other) {
      tail.next = other.head;
      return new Piece(head, other.tail, least + other.least, plus(most, other.most));
    }

    Node endedBy(Node end) {
      tail.next = end;
      return head;
    }

    static int plus(int a, int b) {
      return a == NO_LIMIT || b == NO_LIMIT ? NO_LIMIT : a + b;
    }

    static int times(int a, int b) {
      return a == 0 || b == 0 ? 0 : a == NO_LIMIT || b == NO_LIMIT ? NO_LIMIT : a * b;
    }
  }

  PatternParser(String pattern, int flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  int groups() {
    return groups;
  }

  int slots() {
    return slots;
  }

  Map<String, Integer> names() {
    return names;
  }

  Node parse() {
    Piece all = has(Pattern.LITERAL) ? literal() : alternatives();
    if (at < pattern.length())
      throw error("Unmatched closing ')'", at - 1);
    return all.endedBy(new Node.End(true));
  }

  private Piece literal() {
    Piece all = Piece.empty();
    for (int c; at < pattern.length(); at += Character.charCount(c)) {
      c = pattern.codePointAt(at);
      all = all.then(character(c));
    }
    return all;
  }

  private boolean has(int flag) {
    return (flags & flag) != 0;
  }

  private PatternSyntaxException error(String description, int index) {
    return new PatternSyntaxException(description, pattern, index);
  }

  private boolean atEnd() {
    if (has(Pattern.COMMENTS))
      skipComments();
    return at >= pattern.length();
  }

  private void skipComments() {
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c == '#')
        while (at < pattern.length() && pattern.charAt(at) != '\n')
          at++;
      else if (!CharClass.SPACE.test(c))
        return;
      else
        at++;
    }
  }

  private boolean sees(char c) {
    return !atEnd() && pattern.charAt(at) == c;
  }

  private boolean takes(String text) {
    if (atEnd() || !pattern.startsWith(text, at))
      return false;
    at += text.length();
    return true;
  }

  private Piece alternatives() {
    Piece first = sequence();
    if (!sees('|'))
      return first;
    Node join = new Node.Join();
    List<Node> ways = new ArrayList<>();
    int least = first.least;
    int most = first.most;
    ways.add(first.endedBy(join));
    while (takes("|")) {
      Piece way = sequence();
      least = Math.min(least, way.least);
      most = Math.max(most, way.most);
      ways.add(way.endedBy(join));
    }
    return new Piece(new Node.Branch(ways.toArray(new Node[0])), join, least, most);
  }

  private Piece sequence() {
    Piece all = null;
    while (!atEnd() && !sees('|') && !sees(')')) {
      Piece piece = repeated();
      all = all == null ? piece : all.then(piece);
    }
    return all == null ? Piece.empty() : all;
  }

  private Piece repeated() {
    Piece text = plainText();
    if (text != null)
      return text;
    Piece piece = atom();
    int start = at;
    if (takes("*"))
      return repeat(piece, 0, NO_LIMIT);
    if (takes("+"))
      return repeat(piece, 1, NO_LIMIT);
    if (takes("?"))
      return repeat(piece, 0, 1);
    if (!takes("{"))
      return piece;
    int least = number();
    int most = takes(",") ? sees('}') ? NO_LIMIT : number() : least;
    if (!takes("}"))
      throw error("Unclosed counted closure", at);
    if (most < least)
      throw error("Illegal repetition range", start + 1);
    return repeat(piece, least, most);
  }

  /* Several characters in a row that mean themselves, and are not repeated one by one. */
  private Piece plainText() {
    if (flags != 0)
      return null;
    int stop = at;
    while (stop < pattern.length() && "\\[](){}.*+?^$|".indexOf(pattern.charAt(stop)) < 0)
      stop++;
    if (stop < pattern.length() && "*+?{".indexOf(pattern.charAt(stop)) >= 0)
      stop -= stop - 1 > at && Character.isLowSurrogate(pattern.charAt(stop - 1)) ? 2 : 1;
    if (stop - at < 2)
      return null;
    String text = pattern.substring(at, stop);
    at = stop;
    return Piece.of(new Node.Text(text), text.length(), text.length());
  }

  private int number() {
    int start = at;
    long value = 0;
    while (at < pattern.length() && CharClass.DIGIT.test(pattern.charAt(at)) && value < NO_LIMIT)
      value = value * 10 + pattern.charAt(at++) - '0';
    if (at == start)
      throw error("Illegal repetition", start - 1);
    if (value >= NO_LIMIT)
      throw error("Illegal repetition range", start);
    return (int) value;
  }

  private Piece repeat(Piece piece, int least, int most) {
    boolean greedy = !takes("?");
    boolean possessive = greedy && takes("+");
    int shortest = Piece.times(piece.least, least);
    int longest = Piece.times(piece.most, most);
    Piece result;
    if (piece.head == piece.tail && piece.head instanceof Node.One) {
      Node node = new Node.RepeatOne(((Node.One) piece.head).chars, least, most, greedy);
      result = Piece.of(node, shortest, longest);
    } else {
      Node.Repeat repeat = new Node.Repeat(least, most, greedy, slots);
      slots += 2;
      repeat.body = piece.endedBy(repeat);
      result = new Piece(new Node.Enter(repeat), repeat, shortest, longest);
    }
    return possessive ? atomic(result) : result;
  }

  private static Piece atomic(Piece piece) {
    return Piece.of(new Node.Atomic(piece.endedBy(new Node.End(false))), piece.least, piece.most);
  }

  private Piece atom() {
    int start = at;
    int c = pattern.codePointAt(at);
    at += Character.charCount(c);
    switch (c) {
      case '(':
        return group();
      case '[':
        return one(charClass());
      case '.':
        return one(dot());
      case '^':
        return anchor(lineStart());
      case '$':
        return anchor(lineEnd());
      case '\\':
        return escape();
      case '{':
        throw error("Illegal repetition", start);
      case '*':
      case '+':
      case '?':
        throw error("Dangling meta character '" + (char) c + "'", start);
      default:
        return character(c);
    }
  }

  private static Piece one(IntPredicate chars) {
    return Piece.of(new Node.One(chars), 1, 2);
  }

  private static Piece anchor(Node.Place place) {
    return Piece.of(new Node.Anchor(place), 0, 0);
  }

  private Piece character(int c) {
    IntPredicate set = has(Pattern.CASE_INSENSITIVE) ? folding(c) : other -> other == c;
    int width = Character.charCount(c);
    return Piece.of(new Node.One(set), width, width);
  }

  private IntPredicate folding(int c) {
    boolean unicode = has(Pattern.UNICODE_CASE);
    return other -> CharClass.foldsTo(other, c, unicode);
  }

  private IntPredicate dot() {
    if (has(Pattern.DOTALL))
      return c -> true;
    return has(Pattern.UNIX_LINES) ? c -> c != '\n' : CharClass.LINE_END.negate();
  }

  private Node.Place lineStart() {
    boolean unix = has(Pattern.UNIX_LINES);
    return has(Pattern.MULTILINE) ? (m, at) -> CharClass.lineStart(m, at, unix) : (m, at) -> at == m.from;
  }

  private Node.Place lineEnd() {
    boolean unix = has(Pattern.UNIX_LINES);
    return has(Pattern.MULTILINE) ? (m, at) -> CharClass.lineEnd(m, at, unix)
        : (m, at) -> CharClass.textEnd(m, at, unix);
  }

  /* ---- groups ---- */

  private Piece close(Piece body, int open) {
    if (!takes(")"))
      throw error("Unclosed group", pattern.length());
    return body;
  }

  private Piece group() {
    int open = at;
    int outerFlags = flags;
    Piece piece;
    if (!takes("?"))
      piece = capture(open, null);
    else if (takes(":"))
      piece = close(alternatives(), open);
    else if (takes(">"))
      piece = atomic(close(alternatives(), open));
    else if (takes("="))
      piece = ahead(true, open);
    else if (takes("!"))
      piece = ahead(false, open);
    else if (takes("<="))
      piece = behind(true, open);
    else if (takes("<!"))
      piece = behind(false, open);
    else if (takes("<"))
      piece = capture(open, groupName());
    else
      return flagGroup(open, outerFlags);
    flags = outerFlags;
    return piece;
  }

  private Piece capture(int open, String name) {
    int group = groups++;
    int slot = slots++;
    if (name != null && names.put(name, group) != null)
      throw error("Named capturing group <" + name + "> is already defined", at);
    Piece body = close(alternatives(), open);
    return Piece.of(new Node.GroupStart(slot), 0, 0).then(body).then(Piece.of(new Node.GroupEnd(slot, group), 0, 0));
  }

  private Piece ahead(boolean wanted, int open) {
    Piece body = close(alternatives(), open);
    return Piece.of(new Node.Ahead(body.endedBy(new Node.End(false)), wanted), 0, 0);
  }

  private Piece behind(boolean wanted, int open) {
    Piece body = close(alternatives(), open);
    if (body.most == NO_LIMIT)
      throw error("Look-behind group does not have an obvious maximum length", at - 1);
    return Piece.of(new Node.Behind(body.endedBy(new Node.Here()), wanted, body.least, body.most), 0, 0);
  }

  private String groupName() {
    int start = at;
    while (at < pattern.length() && CharClass.WORD.test(pattern.charAt(at)) && pattern.charAt(at) != '_')
      at++;
    if (at == start || CharClass.DIGIT.test(pattern.charAt(start)))
      throw error("capturing group name does not start with a Latin letter", start);
    String name = pattern.substring(start, at);
    if (!takes(">"))
      throw error("named capturing group is missing trailing '>'", at);
    return name;
  }

  private static int flag(char letter) {
    switch (letter) {
      case 'i': return Pattern.CASE_INSENSITIVE;
      case 'm': return Pattern.MULTILINE;
      case 's': return Pattern.DOTALL;
      case 'd': return Pattern.UNIX_LINES;
      case 'u': return Pattern.UNICODE_CASE;
      case 'x': return Pattern.COMMENTS;
      default: return 0;
    }
  }

  /* (?i) holds up to the end of the group around it, (?i:...) within its own. */
  private Piece flagGroup(int open, int outerFlags) {
    boolean on = true;
    for (; at < pattern.length(); at++) {
      char c = pattern.charAt(at);
      if (c == '-' && on)
        on = false;
      else if (flag(c) != 0)
        flags = on ? flags | flag(c) : flags & ~flag(c);
      else
        break;
    }
    if (takes(")"))
      return Piece.empty();
    if (!takes(":"))
      throw error(at < pattern.length() ? "Unknown inline modifier" : "Unknown group type", at);
    Piece piece = close(alternatives(), open);
    flags = outerFlags;
    return piece;
  }

  /* ---- escapes ---- */

  private Piece escape() {
    if (at >= pattern.length())
      throw error("Unexpected internal error", at);
    char c = pattern.charAt(at);
    IntPredicate set = CharClass.predefined(c);
    boolean unix = has(Pattern.UNIX_LINES);
    if (set != null || c == 'p' || c == 'P')
      return one(escapedSet());
    if (c >= '1' && c <= '9')
      return backReference();
    switch (c) {
      case 'b': at++; return anchor(CharClass::wordBound);
      case 'B': at++; return anchor((m, here) -> !CharClass.wordBound(m, here));
      case 'A': at++; return anchor((m, here) -> here == m.from);
      case 'G': at++; return anchor((m, here) -> here == m.resumedAt());
      case 'z': at++; return anchor((m, here) -> here == m.to);
      case 'Z': at++; return anchor((m, here) -> CharClass.textEnd(m, here, unix));
      case 'R': at++; return lineBreak();
      case 'Q': return quotation();
      case 'k': return namedReference();
      default: return character(escapedCharacter());
    }
  }

  private Piece quotation() {
    int stop = pattern.indexOf("\\E", ++at);
    int end = stop < 0 ? pattern.length() : stop;
    Piece all = Piece.empty();
    for (int c; at < end; at += Character.charCount(c)) {
      c = pattern.codePointAt(at);
      all = all.then(character(c));
    }
    at = stop < 0 ? end : end + 2;
    return all;
  }

  private Piece lineBreak() {
    Node join = new Node.Join();
    Node two = new Node.Text("\r\n");
    Node single = new Node.One(CharClass.VERTICAL);
    two.next = join;
    single.next = join;
    return new Piece(new Node.Branch(two, single), join, 1, 2);
  }

  /* The longest number that names a group there is. */
  private Piece backReference() {
    int group = pattern.charAt(at++) - '0';
    while (at < pattern.length() && CharClass.DIGIT.test(pattern.charAt(at))
        && group * 10 + pattern.charAt(at) - '0' < groups)
      group = group * 10 + pattern.charAt(at++) - '0';
    return reference(group);
  }

  private Piece reference(int group) {
    if (group >= groups)
      return one(c -> false);
    return Piece.of(new Node.BackReference(group, has(Pattern.CASE_INSENSITIVE)), 0, NO_LIMIT);
  }

  private Piece namedReference() {
    at++;
    if (!takes("<"))
      throw error("\\k is not followed by '<' for named capturing group", at);
    String name = groupName();
    if (!names.containsKey(name))
      throw error("named capturing group <" + name + "> does not exist", at);
    return reference(names.get(name));
  }

  private IntPredicate escapedSet() {
    char c = pattern.charAt(at++);
    IntPredicate set = CharClass.predefined(c);
    return set != null ? set : property(c == 'P');
  }

  private IntPredicate property(boolean opposite) {
    int start = at;
    String name;
    if (takes("{")) {
      int stop = pattern.indexOf('}', at);
      if (stop < 0)
        throw error("Unclosed character family", pattern.length() - 1);
      name = pattern.substring(at, stop);
      at = stop + 1;
    } else {
      name = pattern.substring(at, Math.min(++at, pattern.length()));
    }
    IntPredicate set = CharClass.property(name);
    if (set == null)
      throw error("Unknown character property name {" + name + "}", Math.max(at - 1, start));
    if (has(Pattern.CASE_INSENSITIVE) && (name.equals("Lower") || name.equals("Upper")))
      set = CharClass.property("Alpha");
    return opposite ? set.negate() : set;
  }

  private int hex(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = at < pattern.length() ? Character.digit(pattern.charAt(at), 16) : -1;
      if (digit < 0)
        throw error(digits == 2 ? "Illegal hexadecimal escape sequence" : "Illegal Unicode escape sequence", at);
      value = value * 16 + digit;
      at++;
    }
    return value;
  }

  private int octal() {
    int value = 0;
    int digits = 0;
    for (; digits < 3 && at < pattern.length() && (pattern.charAt(at) & ~7) == '0'; digits++) {
      if (value * 8 + pattern.charAt(at) - '0' > 0377)
        break;
      value = value * 8 + pattern.charAt(at++) - '0';
    }
    if (digits == 0)
      throw error("Illegal octal escape sequence", at);
    return value;
  }

  private int escapedCharacter() {
    int c = pattern.codePointAt(at);
    at += Character.charCount(c);
    switch (c) {
      case 't': return '\t';
      case 'n': return '\n';
      case 'r': return '\r';
      case 'f': return '\f';
      case 'a': return 7;
      case 'e': return 27;
      case '0': return octal();
      case 'x': return takes("{") ? bracedHex() : hex(2);
      case 'u': return hex(4);
      case 'c':
        if (at >= pattern.length())
          throw error("Illegal control escape sequence", at);
        return pattern.charAt(at++) ^ 64;
      default:
        if (c < 128 && Character.isLetter(c))
          throw error("Illegal/unsupported escape sequence", at - 1);
        return c;
    }
  }

  private int bracedHex() {
    int stop = pattern.indexOf('}', at);
    if (stop < 0)
      throw error("Unclosed hexadecimal escape sequence", pattern.length());
    int value = Integer.parseInt(pattern.substring(at, stop), 16);
    if (!Character.isValidCodePoint(value))
      throw error("Hexadecimal codepoint is too big", stop);
    at = stop + 1;
    return value;
  }

  /* ---- classes ---- */

  /* Behind the opening bracket, up to and with the closing one. */
  private IntPredicate charClass() {
    boolean opposite = takes("^");
    IntPredicate set = null;
    IntPredicate left = null;
    for (boolean first = true; ; first = false) {
      if (atEnd())
        throw error("Unclosed character class", pattern.length() - 1);
      if (sees(']') && (!first || left != null))
        break;
      if (takes("&&")) {
        left = both(left, set);
        set = null;
        continue;
      }
      IntPredicate part = takes("[") ? charClass() : member();
      set = set == null ? part : set.or(part);
    }
    at++;
    set = both(left, set);
    return opposite ? set.negate() : set;
  }

  private static IntPredicate both(IntPredicate left, IntPredicate right) {
    return left == null ? right : right == null ? left : left.and(right);
  }

  private boolean seesSet() {
    if (!sees('\\') || at + 1 >= pattern.length())
      return false;
    char c = pattern.charAt(at + 1);
    return CharClass.predefined(c) != null || c == 'p' || c == 'P';
  }

  private int memberCharacter() {
    if (atEnd())
      throw error("Unclosed character class", pattern.length() - 1);
    if (takes("\\"))
      return escapedCharacter();
    int c = pattern.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }

  private IntPredicate member() {
    if (seesSet()) {
      at++;
      return escapedSet();
    }
    if (takes("\\Q"))
      return quotedMembers();
    int low = memberCharacter();
    int high = low;
    boolean range = sees('-') && at + 1 < pattern.length() && pattern.charAt(at + 1) != ']'
        && pattern.charAt(at + 1) != '[';
    if (range) {
      at++;
      high = memberCharacter();
      if (high < low)
        throw error("Illegal character range", at - 1);
    }
    int last = high;
    IntPredicate set = c -> c >= low && c <= last;
    return has(Pattern.CASE_INSENSITIVE) ? CharClass.ignoringCase(set, has(Pattern.UNICODE_CASE)) : set;
  }

  private IntPredicate quotedMembers() {
    int stop = pattern.indexOf("\\E", at);
    String members = pattern.substring(at, stop < 0 ? pattern.length() : stop);
    at = stop < 0 ? pattern.length() : stop + 2;
    return c -> members.indexOf(c) >= 0;
  }
}
