/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sets of characters: the predefined ones, the properties of \p{...}, and the places that depend on words and
 * lines. */
package java.util.regex;

import java.util.function.IntPredicate;

final class CharClass {
  static final IntPredicate DIGIT = c -> c >= '0' && c <= '9';
  static final IntPredicate WORD = c -> c < 128 && Character.isLetterOrDigit(c) || c == '_';
  static final IntPredicate SPACE = c -> c == ' ' || c >= '\t' && c <= '\r';
  static final IntPredicate HORIZONTAL = c -> c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || c == 0x180e
      || c >= 0x2000 && c <= 0x200a || c == 0x202f || c == 0x205f || c == 0x3000;
  static final IntPredicate VERTICAL = c -> c >= '\n' && c <= '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
  static final IntPredicate LINE_END = c -> c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;

  private static final String PUNCTUATION = "!\"#%&'()*,-./:;?@[\\]_{}\u00a1\u00a7\u00ab\u00b6\u00b7\u00bb\u00bf";

  private CharClass() {
  }

  /* \d and its kin; null for another letter. A capital is the opposite. */
  static IntPredicate predefined(char letter) {
    IntPredicate set;
    switch (Character.toLowerCase(letter)) {
      case 'd': set = DIGIT; break;
      case 'w': set = WORD; break;
      case 's': set = SPACE; break;
      case 'h': set = HORIZONTAL; break;
      case 'v': set = VERTICAL; break;
      default: return null;
    }
    return Character.isUpperCase(letter) ? set.negate() : set;
  }

  static boolean foldsTo(int c, int other, boolean unicode) {
    if (c == other)
      return true;
    if (!unicode && (c >= 128 || other >= 128))
      return false;
    return Character.toLowerCase(Character.toUpperCase(c)) == Character.toLowerCase(Character.toUpperCase(other));
  }

  static IntPredicate ignoringCase(IntPredicate set, boolean unicode) {
    return c -> set.test(c) || (unicode || c < 128)
        && (set.test(Character.toUpperCase(c)) || set.test(Character.toLowerCase(c)));
  }

  private static IntPredicate ascii(IntPredicate set) {
    return c -> c < 128 && set.test(c);
  }

  /* By the name in \p{...}; null for one that is not known. */
  static IntPredicate property(String name) {
    switch (name) {
      case "Lower": return c -> c >= 'a' && c <= 'z';
      case "Upper": return c -> c >= 'A' && c <= 'Z';
      case "ASCII": return c -> c < 128;
      case "Alpha": return ascii(Character::isLetter);
      case "Digit": return DIGIT;
      case "Alnum": return ascii(Character::isLetterOrDigit);
      case "Punct": return c -> c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
      case "Graph": return c -> c > ' ' && c < 127;
      case "Print": return c -> c >= ' ' && c < 127;
      case "Blank": return c -> c == ' ' || c == '\t';
      case "Cntrl": return c -> c < ' ' || c == 127;
      case "XDigit": return c -> c < 128 && Character.digit(c, 16) >= 0;
      case "Space": return SPACE;
      case "javaLowerCase": case "IsLowercase": case "Ll": case "IsLl": return Character::isLowerCase;
      case "javaUpperCase": case "IsUppercase": case "Lu": case "IsLu": return Character::isUpperCase;
      case "javaWhitespace": return Character::isWhitespace;
      case "IsAlphabetic": case "L": case "IsL": case "javaLetter": case "javaAlphabetic": return Character::isLetter;
      case "IsDigit": case "Nd": case "IsNd": case "N": case "IsN": return Character::isDigit;
      case "javaLetterOrDigit": return Character::isLetterOrDigit;
      case "IsPunctuation": case "P": case "IsP": return c -> PUNCTUATION.indexOf(c) >= 0;
      case "IsWhite_Space": return c -> HORIZONTAL.test(c) && c != 0x180e || VERTICAL.test(c);
      default: return null;
    }
  }

  private static boolean isWord(Matcher m, int at) {
    if (at < m.from || at >= m.to)
      return false;
    char c = m.text.charAt(at);
    return c == '_' || Character.isLetterOrDigit(c);
  }

  static boolean wordBound(Matcher m, int at) {
    return isWord(m, at - 1) != isWord(m, at);
  }

  private static boolean isEnd(Matcher m, int at, boolean unixLines) {
    return unixLines ? m.text.charAt(at) == '\n' : LINE_END.test(m.text.charAt(at));
  }

  /* Between the two characters of \r\n there is no line. */
  private static boolean splitsPair(Matcher m, int at, boolean unixLines) {
    return !unixLines && at > m.from && at < m.to && m.text.charAt(at - 1) == '\r' && m.text.charAt(at) == '\n';
  }

  static boolean lineStart(Matcher m, int at, boolean unixLines) {
    return at == m.from || at < m.to && isEnd(m, at - 1, unixLines) && !splitsPair(m, at, unixLines);
  }

  static boolean lineEnd(Matcher m, int at, boolean unixLines) {
    return at == m.to || isEnd(m, at, unixLines) && !splitsPair(m, at, unixLines);
  }

  /* The end, or before the line end that is last. */
  static boolean textEnd(Matcher m, int at, boolean unixLines) {
    int left = m.to - at;
    if (left == 0)
      return true;
    if (left == 1)
      return isEnd(m, at, unixLines) && !splitsPair(m, at, unixLines);
    return left == 2 && splitsPair(m, at + 1, unixLines);
  }
}
