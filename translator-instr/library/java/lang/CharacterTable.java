/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Unicode 13 beyond Latin-1, for Character and String. The constants are written by tests/java/library/unicode. Numbers
 * in them are 14 bits a char, the lowest first, with 0x4000 on all but the last, and 0x20 on each. TYPES: runs from
 * U+0000 on, each as its length and two values that take turns in it; a value is getType(), 32 for lower case, 64 for
 * upper case, 128 for alphabetic. TO_UPPER and TO_LOWER: runs as the distance from the start of the run before, twice
 * the count plus 1 when only every other character is meant, and how far the other case is away (twice, plus 1 when it
 * is negative). SPECIAL_CAPITALS: characters whose capitals are several: the character, how many, they. */
package java.lang;

final class CharacterTable {
  private static final int TYPE = 31;
  private static final int LOWER = 32;
  private static final int UPPER = 64;
  private static final int ALPHABETIC = 128;

  private static final int[] TYPE_STARTS;
  private static final short[] TYPE_VALUES;
  private static final Mapping UPPER_CASE;
  private static final Mapping LOWER_CASE;

  private CharacterTable() {
  }

  private static final class Numbers {
    private final String text;
    private int at;

    Numbers(String text) {
      this.text = text;
    }

    boolean more() {
      return at < text.length();
    }

    int next() {
      int value = 0;
      for (int shift = 0; ; shift += 14) {
        int part = text.charAt(at++) - 0x20;
        if (part < 0x4000)
          return value | part << shift;
        value |= (part - 0x4000) << shift;
      }
    }

    int count() {
      int count = 0;
      for (; more(); count++)
        next();
      at = 0;
      return count;
    }
  }

  /* The last of `starts` that is not above c. */
  private static int find(int[] starts, int c) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (starts[middle] <= c)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

  private static final class Mapping {
    private final int[] starts;
    private final int[] counts;
    private final int[] deltas;

    Mapping(String text) {
      Numbers numbers = new Numbers(text);
      int runs = numbers.count() / 3;
      starts = new int[runs];
      counts = new int[runs];
      deltas = new int[runs];
      for (int i = 0; i < runs; i++) {
        starts[i] = numbers.next() + (i > 0 ? starts[i - 1] : 0);
        counts[i] = numbers.next();
        int delta = numbers.next();
        deltas[i] = (delta & 1) != 0 ? -(delta >> 1) : delta >> 1;
      }
    }

    int of(int c) {
      int run = find(starts, c);
      int offset = c - starts[run];
      int stride = 1 + (counts[run] & 1);
      boolean meant = offset >= 0 && offset % stride == 0 && offset / stride < counts[run] >> 1;
      return meant ? c + deltas[run] : c;
    }
  }

  /* From MakeCharacterTable. */
  private static final String TYPES =
    "@//!,,#88!::#88!55!66!88!99!88!44\"88*))\"88#99\"88:\u00e1\u00e1!55!88!66!;;!77!;;:\u00c2\u00c2!"
    + "55!99!66!99A//!,,!88$::!<<!88!;;!<<!\u00c5\u00c5!==!99!00!<<!;;!<<!99\"++!;;!\u00c2\u00c2\"88!;;"
    + "!++!\u00c5\u00c5!>>#++!887\u00e1\u00e1!99'\u00e1\u00e18\u00c2\u00c2!99(\u00c2\u00c2X\u00e1\u00c2"
    + "1\u00c2\u00e1P\u00c2\u00e1&\u00e1\u00c2\"\u00c2\u00c2\"\u00e1\u00e1$\u00c2\u00e1!\u00e1\u00e1!\u00c2"
    + "\u00c2#\u00e1\u00e1\"\u00c2\u00c2$\u00e1\u00e1!\u00c2\u00c2\"\u00e1\u00e1!\u00c2\u00c2#\u00e1\u00e1"
    + "#\u00c2\u00c2\"\u00e1\u00e1!\u00c2\u00c2\"\u00e1\u00e1&\u00c2\u00e1$\u00e1\u00c2$\u00c2\u00e1!\u00e1"
    + "\u00e1!\u00c2\u00c2#\u00e1\u00e1$\u00c2\u00e1!\u00e1\u00e1\"\u00c2\u00c2!\u00a5\u00a5!\u00e1\u00e1"
    + "#\u00c2\u00c2$\u00a5\u00a5!\u00e1\u00e1!\u00a3\u00a3!\u00c2\u00c2!\u00e1\u00e1!\u00a3\u00a3!\u00c2"
    + "\u00c2!\u00e1\u00e1!\u00a3\u00a31\u00c2\u00e13\u00c2\u00e1!\u00c2\u00c2!\u00e1\u00e1!\u00a3\u00a3"
    + "$\u00c2\u00e1\"\u00e1\u00e1[\u00c2\u00e1&\u00c2\u00c2\"\u00e1\u00e1!\u00c2\u00c2\"\u00e1\u00e1\""
    + "\u00c2\u00c2!\u00e1\u00e1!\u00c2\u00c2$\u00e1\u00e1)\u00c2\u00e1d\u00c2\u00c2!\u00a5\u00a5;\u00c2"
    + "\u00c2)\u00c4\u00c4'\u00a4\u00a4\"\u00c4\u00c4$;;,\u00a4\u00a4.;;%\u00c4\u00c4';;$\u00a4;0;;e&&!"
    + "\u00c6\u00c6J&&$\u00e1\u00c2!\u00a4\u00a4!;;!\u00e1\u00e1!\u00c2\u00c2\"  !\u00c4\u00c4#\u00c2\u00c2"
    + "!88!\u00e1\u00e1$  \";;!\u00e1\u00e1!88#\u00e1\u00e1$ \u00e1!\u00e1\u00e1!\u00c2\u00c21\u00e1\u00e1"
    + "!  )\u00e1\u00e1C\u00c2\u00c2!\u00e1\u00e1\"\u00c2\u00c2#\u00e1\u00e1#\u00c2\u00c28\u00e1\u00c2$"
    + "\u00c2\u00c2!\u00e1\u00e1!\u00c2\u00c2!99!\u00e1\u00e1!\u00c2\u00c2\"\u00e1\u00e1\"\u00c2\u00c2S"
    + "\u00e1\u00e1P\u00c2\u00c2B\u00e1\u00c2!<<%&&\"''W\u00e1\u00c2.\u00e1\u00c2\u0081\u00c2\u00e1!  F"
    + "\u00e1\u00e1\"  !\u00a4\u00a4&88I\u00c2\u00c2!88!44\"  \"<<!::!  ?&&.\u00a6\u00a6!44!\u00a6\u00a6"
    + "!88\"\u00a6\u00a6!88\"\u00a6\u00a6!88!\u00a6\u00a6(  ;\u00a5\u00a5$  $\u00a5\u00a5\"88+  &00#99\""
    + "88!::\"88\"<<+\u00a6\u00a6!88!00!  \"88@\u00a5\u00a5!\u00a4\u00a4*\u00a5\u00a5-\u00a6\u00a6!&&'\u00a6"
    + "\u00a6*))$88\"\u00a5\u00a5!\u00a6\u00a6\u0083\u00a5\u00a5!88!\u00a5\u00a5'\u00a6\u00a6!00!<<\"&&"
    + "$\u00a6\u00a6\"\u00a4\u00a4\"\u00a6\u00a6!<<#&&!\u00a6\u00a6\"\u00a5\u00a5*))#\u00a5\u00a5\"<<!\u00a5"
    + "\u00a5.88!  !00!\u00a5\u00a5!\u00a6\u00a6>\u00a5\u00a50\u00a6\u00a6+&&\"  y\u00a5\u00a5+\u00a6\u00a6"
    + "!\u00a5\u00a5.  *))A\u00a5\u00a5)&&\"\u00a4\u00a4!<<#88!\u00a4\u00a4\"  !&&\"::6\u00a5\u00a5\"\u00a6"
    + "\u00a6\"&&!\u00a4\u00a4)\u00a6\u00a6!\u00a4\u00a4#\u00a6\u00a6!\u00a4\u00a4$\u00a6\u00a6!&&\"  /"
    + "88!  9\u00a5\u00a5#&&\"  !88!  +\u00a5\u00a5U  5\u00a5\u00a5!  2\u00a5\u00a5+  !&&,\u00a6\u00a6\""
    + "&&!00'\u00a6\u00a6&&&3\u00a6\u00a6!\u00a8\u00a8V\u00a5\u00a5!\u00a6\u00a6!\u00a8\u00a8!&&!\u00a5"
    + "\u00a5#\u00a8\u00a8(\u00a6\u00a6$\u00a8\u00a8!&&\"\u00a8\u00a8!\u00a5\u00a5$&&#\u00a6\u00a6*\u00a5"
    + "\u00a5\"\u00a6\u00a6\"88*))!88!\u00a4\u00a4/\u00a5\u00a5!\u00a6\u00a6\"\u00a8\u00a8!  (\u00a5\u00a5"
    + "\"  \"\u00a5\u00a5\"  6\u00a5\u00a5!  '\u00a5\u00a5!  !\u00a5\u00a5#  $\u00a5\u00a5\"  !&&!\u00a5"
    + "\u00a5#\u00a8\u00a8$\u00a6\u00a6\"  \"\u00a8\u00a8\"  \"\u00a8\u00a8!&&!\u00a5\u00a5(  !\u00a8\u00a8"
    + "$  \"\u00a5\u00a5!  #\u00a5\u00a5\"\u00a6\u00a6\"  *))\"\u00a5\u00a5\"::&++!<<!::!\u00a5\u00a5!8"
    + "8!&&\"  \"\u00a6\u00a6!\u00a8\u00a8!  &\u00a5\u00a5$  \"\u00a5\u00a5\"  6\u00a5\u00a5!  '\u00a5\u00a5"
    + "!  \"\u00a5\u00a5!  \"\u00a5\u00a5!  \"\u00a5\u00a5\"  !&&!  #\u00a8\u00a8\"\u00a6\u00a6$  \"\u00a6"
    + "\u00a6\"  \"\u00a6\u00a6!&&#  !\u00a6\u00a6'  $\u00a5\u00a5!  !\u00a5\u00a5'  *))\"\u00a6\u00a6#"
    + "\u00a5\u00a5!\u00a6\u00a6!88*  \"\u00a6\u00a6!\u00a8\u00a8!  )\u00a5\u00a5!  #\u00a5\u00a5!  6\u00a5"
    + "\u00a5!  '\u00a5\u00a5!  \"\u00a5\u00a5!  %\u00a5\u00a5\"  !&&!\u00a5\u00a5#\u00a8\u00a8%\u00a6\u00a6"
    + "!  \"\u00a6\u00a6!\u00a8\u00a8!  \"\u00a8\u00a8!&&\"  !\u00a5\u00a5/  \"\u00a5\u00a5\"\u00a6\u00a6"
    + "\"  *))!88!::'  !\u00a5\u00a5#\u00a6\u00a6#&&!  !\u00a6\u00a6\"\u00a8\u00a8!  (\u00a5\u00a5\"  \""
    + "\u00a5\u00a5\"  6\u00a5\u00a5!  '\u00a5\u00a5!  \"\u00a5\u00a5!  %\u00a5\u00a5\"  !&&!\u00a5\u00a5"
    + "$\u00a8\u00a6#\u00a6\u00a6\"  \"\u00a8\u00a8\"  \"\u00a8\u00a8!&&'  !&&!\u00a6\u00a6!\u00a8\u00a8"
    + "$  \"\u00a5\u00a5!  #\u00a5\u00a5\"\u00a6\u00a6\"  *))!<<!\u00a5\u00a5&++*  !\u00a6\u00a6!\u00a5"
    + "\u00a5!  &\u00a5\u00a5#  #\u00a5\u00a5!  $\u00a5\u00a5#  \"\u00a5\u00a5$ \u00a5!\u00a5\u00a5#  \""
    + "\u00a5\u00a5#  #\u00a5\u00a5#  ,\u00a5\u00a5$  \"\u00a8\u00a8!\u00a6\u00a6\"\u00a8\u00a8#  #\u00a8"
    + "\u00a8!  #\u00a8\u00a8!&&\"  !\u00a5\u00a5&  !\u00a8\u00a8.  *))#++&<<!::!<<%  !\u00a6\u00a6#\u00a8"
    + "\u00a8!&&(\u00a5\u00a5!  #\u00a5\u00a5!  7\u00a5\u00a5!  0\u00a5\u00a5#  !\u00a5\u00a5#\u00a6\u00a6"
    + "$\u00a8\u00a8!  #\u00a6\u00a6!  #\u00a6\u00a6!&&'  \"\u00a6\u00a6!  #\u00a5\u00a5%  \"\u00a5\u00a5"
    + "\"\u00a6\u00a6\"  *))'  !88'++!<<!\u00a5\u00a5!\u00a6\u00a6\"\u00a8\u00a8!88(\u00a5\u00a5!  #\u00a5"
    + "\u00a5!  7\u00a5\u00a5!  *\u00a5\u00a5!  %\u00a5\u00a5\"  !&&!\u00a5\u00a5!\u00a8\u00a8!\u00a6\u00a6"
    + "%\u00a8\u00a8!  !\u00a6\u00a6\"\u00a8\u00a8!  \"\u00a8\u00a8!\u00a6\u00a6!&&'  \"\u00a8\u00a8'  "
    + "!\u00a5\u00a5!  \"\u00a5\u00a5\"\u00a6\u00a6\"  *))!  \"\u00a5\u00a5-  \"\u00a6\u00a6\"\u00a8\u00a8"
    + ")\u00a5\u00a5!  #\u00a5\u00a5!  I\u00a5\u00a5\"&&!\u00a5\u00a5#\u00a8\u00a8$\u00a6\u00a6!  #\u00a8"
    + "\u00a8!  #\u00a8\u00a8!&&!\u00a5\u00a5!<<$  #\u00a5\u00a5!\u00a8\u00a8'++#\u00a5\u00a5\"\u00a6\u00a6"
    + "\"  *)))++!<<&\u00a5\u00a5!  !\u00a6\u00a6\"\u00a8\u00a8!  2\u00a5\u00a5#  8\u00a5\u00a5!  )\u00a5"
    + "\u00a5!  !\u00a5\u00a5\"  '\u00a5\u00a5#  !&&$  #\u00a8\u00a8#\u00a6\u00a6!  !\u00a6\u00a6!  (\u00a8"
    + "\u00a8&  *))\"  \"\u00a8\u00a8!88,  P\u00a5\u00a5!\u00a6\u00a6\"\u00a5\u00a5'\u00a6\u00a6$  !::&"
    + "\u00a5\u00a5!\u00a4\u00a4&&&!\u00a6\u00a6!&&!88*))\"88E  \"\u00a5\u00a5$ \u00a5$\u00a5\u00a5!  8"
    + "\u00a5\u00a5$ \u00a5)\u00a5\u00a5!\u00a6\u00a6\"\u00a5\u00a5&\u00a6\u00a6!&&\"\u00a6\u00a6!\u00a5"
    + "\u00a5\"  %\u00a5\u00a5!  !\u00a4\u00a4!  %&&!\u00a6\u00a6\"  *))\"  $\u00a5\u00a5@  !\u00a5\u00a5"
    + "#<</88!<<!88#<<\"&&&<<*))*++&<&$56\"(((\u00a5\u00a5!  D\u00a5\u00a5$  .\u00a6\u00a6!\u00a8\u00a8"
    + "\"\u00a6\u00a6#&&!88\"&&%\u00a5\u00a5+\u00a6\u00a6!  D\u00a6\u00a6!  (<<!&&&<<!  \"<<%88$<<\"88E"
    + "  K\u00a5\u00a5\"\u00a8\u00a8$\u00a6\u00a6!\u00a8\u00a8%\u00a6\u00a6!&&!\u00a8\u00a8\"&&\"\u00a8"
    + "\u00a8\"\u00a6\u00a6!\u00a5\u00a5*))&88&\u00a5\u00a5\"\u00a8\u00a8\"\u00a6\u00a6$\u00a5\u00a5#\u00a6"
    + "\u00a6!\u00a5\u00a5#\u00a8\u00a8\"\u00a5\u00a5'\u00a8\u00a8#\u00a5\u00a5$\u00a6\u00a6-\u00a5\u00a5"
    + "!\u00a6\u00a6\"\u00a8\u00a8\"\u00a6\u00a6&\u00a8\u00a8!\u00a6\u00a6!\u00a5\u00a5!\u00a8\u00a8*))"
    + "#\u00a8\u00a8!\u00a6\u00a6\"<<F\u00e1\u00e1!  !\u00e1\u00e1%  !\u00e1\u00e1\"  K\u00c2\u00c2!88!"
    + "\u00a4\u00a4#\u00c2\u00c2\u0169\u00a5\u00a5!  $\u00a5\u00a5\"  '\u00a5\u00a5$ \u00a5#\u00a5\u00a5"
    + "\"  I\u00a5\u00a5!  $\u00a5\u00a5\"  A\u00a5\u00a5!  $\u00a5\u00a5\"  '\u00a5\u00a5$ \u00a5#\u00a5"
    + "\u00a5\"  /\u00a5\u00a5!  Y\u00a5\u00a5!  $\u00a5\u00a5\"  c\u00a5\u00a5\"  #&&)884++#  0\u00a5\u00a5"
    + "*<<&  v\u00e1\u00e1\"  &\u00c2\u00c2\"  !44\u028c\u00a5\u00a5!<<!881\u00a5\u00a5!,,:\u00a5\u00a5"
    + "!55!66#  k\u00a5\u00a5#88#\u00aa\u00aa(\u00a5\u00a5'  -\u00a5\u00a5!  $\u00a5\u00a5\"\u00a6\u00a6"
    + "!&&+  2\u00a5\u00a5\"\u00a6\u00a6!&&\"88)  2\u00a5\u00a5\"\u00a6\u00a6,  -\u00a5\u00a5!  #\u00a5"
    + "\u00a5!  \"\u00a6\u00a6,  T\u00a5\u00a5\"&&!\u00a8\u00a8'\u00a6\u00a6(\u00a8\u00a8!\u00a6\u00a6\""
    + "\u00a8\u00a8+&&#88!\u00a4\u00a4#88!::!\u00a5\u00a5!&&\"  *))&  *++&  &88!44$88#&&!00!  *))&  C\u00a5"
    + "\u00a5!\u00a4\u00a4U\u00a5\u00a5'  %\u00a5\u00a5\"\u00a6\u00a6B\u00a5\u00a5!\u00a6\u00a6!\u00a5\u00a5"
    + "%  f\u00a5\u00a5*  ?\u00a5\u00a5!  #\u00a6\u00a6$\u00a8\u00a8\"\u00a6\u00a6#\u00a8\u00a8$  \"\u00a8"
    + "\u00a8!\u00a6\u00a6&\u00a8\u00a8#&&$  !<<#  \"88*))>\u00a5\u00a5\"  %\u00a5\u00a5+  L\u00a5\u00a5"
    + "$  :\u00a5\u00a5&  *))!++#  B<<7\u00a5\u00a5\"\u00a6\u00a6\"\u00a8\u00a8!\u00a6\u00a6\"  \"88U\u00a5"
    + "\u00a5$\u00a8\u00a6&\u00a6\u00a6!  !&&!\u00a8\u00a8!\u00a6\u00a6\"\u00a8\u00a8(\u00a6\u00a6&\u00a8"
    + "\u00a8\"\u00a6\u00a6(&&\"  !&&*))&  *))&  '88!\u00a4\u00a4&88\"  .&&!''\"\u00a6\u00a6_  $\u00a6\u00a6"
    + "!\u00a8\u00a8O\u00a5\u00a5!&&!\u00a8\u00a8%\u00a6\u00a6!\u00a8\u00a8!\u00a6\u00a6%\u00a8\u00a8!\u00a6"
    + "\u00a6!\u00a8\u00a8!(('\u00a5\u00a5$  *))'88*<<)&&)<<#  \"\u00a6\u00a6!\u00a8\u00a8>\u00a5\u00a5"
    + "!\u00a8\u00a8$\u00a6\u00a6\"\u00a8\u00a8\"\u00a6\u00a6!((!&&\"\u00a6\u00a6\"\u00a5\u00a5*))L\u00a5"
    + "\u00a5!&&!\u00a8\u00a8\"\u00a6\u00a6#\u00a8\u00a8!\u00a6\u00a6!\u00a8\u00a8#\u00a6\u00a6\"(((  $"
    + "88D\u00a5\u00a5(\u00a8\u00a8(\u00a6\u00a6\"\u00a8\u00a8!\u00a6\u00a6!&&#  %88*))#  #\u00a5\u00a5"
    + "*))>\u00a5\u00a5&\u00a4\u00a4\"88)\u00c2\u00c2'  K\u00e1\u00e1\"  #\u00e1\u00e1(88(  #&&!88-&&!("
    + "('&&$\u00a5\u00a5!&&&\u00a5\u00a5!&&\"\u00a5\u00a5!((\"&&!\u00a5\u00a5%  L\u00c2\u00c2_\u00c4\u00c4"
    + "-\u00c2\u00c2!\u00c4\u00c4B\u00c2\u00c2E\u00c4\u00c4G&&.\u00a6\u00a6%&&!  %&&\u00b6\u00e1\u00c2("
    + "\u00c2\u00c2\u0082\u00e1\u00c2(\u00c2\u00c2(\u00e1\u00e1&\u00c2\u00c2\"  &\u00e1\u00e1\"  (\u00c2"
    + "\u00c2(\u00e1\u00e1(\u00c2\u00c2(\u00e1\u00e1&\u00c2\u00c2\"  &\u00e1\u00e1\"  (\u00c2\u00c2( \u00e1"
    + "(\u00c2\u00c2(\u00e1\u00e1.\u00c2\u00c2\"  (\u00c2\u00c2(\u00a3\u00a3(\u00c2\u00c2(\u00a3\u00a3("
    + "\u00c2\u00c2(\u00a3\u00a3%\u00c2\u00c2!  \"\u00c2\u00c2$\u00e1\u00e1!\u00a3\u00a3!;;!\u00c2\u00c2"
    + "#;;#\u00c2\u00c2!  \"\u00c2\u00c2$\u00e1\u00e1!\u00a3\u00a3#;;$\u00c2\u00c2\"  \"\u00c2\u00c2$\u00e1"
    + "\u00e1!  #;;(\u00c2\u00c2%\u00e1\u00e1#;;\"  #\u00c2\u00c2!  \"\u00c2\u00c2$\u00e1\u00e1!\u00a3\u00a3"
    + "\";;!  +,,%00&44\"88!==!>>!55\"==!>>!55!==(88!--!..%00!,,)88!==!>>$88\"77#88!99!55!66+88!99!88!7"
    + "7*88!,,%00!  *00!++!\u00c4\u00c4\"  &++#99!55!66!\u00c4\u00c4*++#99!55!66!  -\u00c4\u00c4#  @::0"
    + "  -&&$''!&&#'',&&/  \"<<!\u00e1\u00e1$<<!\u00e1\u00e1\"<<!\u00c2\u00c2#\u00e1\u00e1\"\u00c2\u00c2"
    + "#\u00e1\u00e1!\u00c2\u00c2!<<!\u00e1\u00e1\"<<!99%\u00e1\u00e1&<<'\u00e1<#\u00e1\u00e1!<<!\u00c2"
    + "\u00c2$\u00e1\u00e1!\u00c2\u00c2$\u00a5\u00a5!\u00c2\u00c2\"<<\"\u00c2\u00c2\"\u00e1\u00e1%99!\u00e1"
    + "\u00e1$\u00c2\u00c2!<<!99\"<<!\u00c2\u00c2!<<0++0\u00ea\u00ea0\u00ca\u00ca#\u00aa\u00aa!\u00e1\u00e1"
    + "!\u00c2\u00c2$\u00aa\u00aa!++\"<<$  %99%<<\"99$<<!99\"<<!99\"<<!99'<<!99?<<\"99\"<<$9<><<\u012c9"
    + "9(<<$564<<\"99'<<!55!66q<<!99><<999H<<&99e<<9  +<<5  \\++:<<:\u00fc\u00fc:\u00dc\u00dc6++\u00d7<"
    + "<!99)<<!99V<<(99\u008f<<!99\u0118<<.56>++L<<%99!55!66?99*56099\u0120<<\u00a399656_99$56@99!55!66"
    + "\u012299P<<599\"<<&99G<<\"  @<<!  \u0089<<O\u00e1\u00e1!  O\u00c2\u00c2!  !\u00e1\u00e1!\u00c2\u00c2"
    + "#\u00e1\u00e1\"\u00c2\u00c2'\u00e1\u00c2#\u00e1\u00e1!\u00c2\u00c2!\u00e1\u00e1\"\u00c2\u00c2!\u00e1"
    + "\u00e1&\u00c2\u00c2\"\u00c4\u00c4#\u00e1\u00e1\u0083\u00c2\u00e1!\u00c2\u00c2&<<$\u00e1\u00c2#&&"
    + "!\u00e1\u00e1!\u00c2\u00c2%  $88!++\"88F\u00c2\u00c2!  !\u00c2\u00c2%  !\u00c2\u00c2\"  X\u00a5\u00a5"
    + "'  !\u00a4\u00a4!88.  !&&7\u00a5\u00a5)  '\u00a5\u00a5!  '\u00a5\u00a5!  '\u00a5\u00a5!  '\u00a5"
    + "\u00a5!  '\u00a5\u00a5!  '\u00a5\u00a5!  '\u00a5\u00a5!  '\u00a5\u00a5!  @\u00a6\u00a6\"88$=>#88"
    + "!==!>>!88!==!>>)88!44\"88!44!88!==!>>\"88!==!>>(56%88!\u00a4\u00a4*88\"44$88!44!88!55-88\"<<!88M"
    + "  :<<!  y<<,  \u00f6<<:  ,<<$  !,,#88!<<!\u00a4\u00a4!\u00a5\u00a5!\u00aa\u00aa*56\"<<(56!44!55\""
    + "66!<<)\u00aa\u00aa$&&\"((!44%\u00a4\u00a4\"<<#\u00aa\u00aa!\u00a4\u00a4!\u00a5\u00a5!88\"<<!  v\u00a5"
    + "\u00a5\"  \"&&\";;\"\u00a4\u00a4!\u00a5\u00a5!44z\u00a5\u00a5!88#\u00a4\u00a4!\u00a5\u00a5%  K\u00a5"
    + "\u00a5!  ~\u00a5\u00a5!  \"<<$++*<<@\u00a5\u00a5D<<,  0\u00a5\u00a5?<<!  *++><<(++!<</++@<<*++G<"
    + "</++\u0160<<\u19e0\u00a5\u00a5`<<\u521d!\u00a5\u00a5#  5\u00a5\u00a5!\u00a4\u00a4\u0497\u00a5\u00a5"
    + "#  W<<)  H\u00a5\u00a5&\u00a4\u00a4\"88\u012c\u00a5\u00a5!\u00a4\u00a4#880\u00a5\u00a5*))\"\u00a5"
    + "\u00a54  N\u00e1\u00c2!\u00a5\u00a5!&&#''!88(\u00a6\u00a6\"&&!88!\u00a4\u00a4<\u00e1\u00c2\"\u00c4"
    + "\u00c4\"\u00a6\u00a6f\u00a5\u00a5*\u00aa\u00aa\"&&&88(  7;;)\u00a4\u00a4\";;.\u00e1\u00c2\"\u00c2"
    + "\u00c2^\u00e1\u00c2!\u00c4\u00c4(\u00c2\u00c2%\u00e1\u00c2*\u00e1\u00c2!\u00a4\u00a4\";;$\u00e1\u00c2"
    + "!\u00a5\u00a5$\u00e1\u00c2\"\u00c2\u00c25\u00e1\u00c2$\u00e1\u00e1!\u00c2\u00c2%\u00e1\u00e1+\u00c2"
    + "\u00e1\"  !\u00e1\u00e1!\u00c2\u00c2$\u00e1\u00e1!\u00c2\u00c2!\u00e1\u00e1!\u00c2\u00c2J  !\u00e1"
    + "\u00e1!\u00c2\u00c2!\u00a5\u00a5\"\u00c4\u00c4!\u00c2\u00c2'\u00a5\u00a5!\u00a6\u00a6#\u00a5\u00a5"
    + "!&&$\u00a5\u00a5!\u00a6\u00a67\u00a5\u00a5\"\u00a8\u00a8\"\u00a6\u00a6!\u00a8\u00a8$<<!&&#  &++\""
    + "<<!::!<<&  T\u00a5\u00a5$88(  \"\u00a8\u00a8R\u00a5\u00a50\u00a8\u00a8!&&!\u00a6\u00a6(  \"88*))"
    + "&  2&&&\u00a5\u00a5#88!\u00a5\u00a5!88\"\u00a5\u00a5!\u00a6\u00a6*))<\u00a5\u00a5%\u00a6\u00a6#&"
    + "&\"887\u00a5\u00a5+\u00a6\u00a6!\u00a8\u00a8!((+  !88=\u00a5\u00a5#  #\u00a6\u00a6!\u00a8\u00a8O"
    + "\u00a5\u00a5!&&\"\u00a8\u00a8$\u00a6\u00a6\"\u00a8\u00a8\"\u00a6\u00a6\"\u00a8\u00a8!((-88!  !\u00a4"
    + "\u00a4*))$  \"88%\u00a5\u00a5!\u00a6\u00a6!\u00a4\u00a4)\u00a5\u00a5*))%\u00a5\u00a5!  I\u00a5\u00a5"
    + "&\u00a6\u00a6\"\u00a8\u00a8\"\u00a6\u00a6\"\u00a8\u00a8\"\u00a6\u00a6)  #\u00a5\u00a5!\u00a6\u00a6"
    + "(\u00a5\u00a5!\u00a6\u00a6!\u00a8\u00a8\"  *))\"  $880\u00a5\u00a5!\u00a4\u00a4&\u00a5\u00a5#<<!"
    + "\u00a5\u00a5!\u00a8\u00a8!\u00a6\u00a6!\u00a8\u00a8R\u00a5\u00a5!\u00a6\u00a6!\u00a5\u00a5#\u00a6"
    + "\u00a6\"\u00a5\u00a5\"\u00a6\u00a6%\u00a5\u00a5!\u00a6\u00a6$&\u00a58  \"\u00a5\u00a5!\u00a4\u00a4"
    + "\"88+\u00a5\u00a5!\u00a8\u00a8\"\u00a6\u00a6\"\u00a8\u00a8\"88!\u00a5\u00a5\"\u00a4\u00a4!\u00a8"
    + "\u00a8!&&*  &\u00a5\u00a5\"  &\u00a5\u00a5\"  &\u00a5\u00a5)  '\u00a5\u00a5!  '\u00a5\u00a5!  K\u00c2"
    + "\u00c2!;;$\u00c4\u00c4)\u00c2\u00c2!\u00a4\u00a4\";;$  p\u00c2\u00c2C\u00a5\u00a5\"\u00a8\u00a8!"
    + "\u00a6\u00a6\"\u00a8\u00a8!\u00a6\u00a6\"\u00a8\u00a8!88!((!&&\"  *))&  \u2bc4\u00a5\u00a5,  7\u00a5"
    + "\u00a5$  Q\u00a5\u00a5$  \u082033\u192022\u018e\u00a5\u00a5\"  \u008a\u00a5\u00a5F  '\u00c2\u00c2"
    + ",  %\u00c2\u00c2%  !\u00a5\u00a5!\u00a6\u00a6*\u00a5\u00a5!99-\u00a5\u00a5!  %\u00a5\u00a5$ \u00a5"
    + "!\u00a5\u00a5!  \"\u00a5\u00a5!  \u008c\u00a5\u00a50;;1  \u018b\u00a5\u00a5!66!550  `\u00a5\u00a5"
    + "\"  V\u00a5\u00a5H  ,\u00a5\u00a5!::!<<\"  0&&'88!55!66!88&  0&&!88\"44\"77056\"88!55!66$88#77#8"
    + "8!  $88!44&56#88!99!44#99!  !88!::\"88$  %\u00a5\u00a5!  \u00a7\u00a5\u00a5\"  !00!  #88!::#88!5"
    + "5!66!88!99!88!44\"88*))\"88#99\"88:\u00e1\u00e1!55!88!66!;;!77!;;:\u00c2\u00c2!55!99!66!99!55!66"
    + "!88!55!66\"88*\u00a5\u00a5!\u00a4\u00a4M\u00a5\u00a5\"\u00a4\u00a4?\u00a5\u00a5#  &\u00a5\u00a5\""
    + "  &\u00a5\u00a5\"  &\u00a5\u00a5\"  #\u00a5\u00a5#  \"::!99!;;!<<\"::!  !<<$99\"<<*  #00\"<<\"  "
    + ",\u00a5\u00a5!  :\u00a5\u00a5!  3\u00a5\u00a5!  \"\u00a5\u00a5!  /\u00a5\u00a5\"  .\u00a5\u00a5B"
    + "  \u009b\u00a5\u00a5%  #88$  M++#  )<<U\u00aa\u00aa$++1<<\"++#<<!  -<<#  !<<O  M<<!&&\u00a2  =\u00a5"
    + "\u00a5#  Q\u00a5\u00a5/  !&&;++$  @\u00a5\u00a5$++)  4\u00a5\u00a5!\u00aa\u00aa(\u00a5\u00a5!\u00aa"
    + "\u00aa%  F\u00a5\u00a5%\u00a6\u00a6%  >\u00a5\u00a5!  !88D\u00a5\u00a5$  (\u00a5\u00a5!88%\u00aa"
    + "\u00aaJ  H\u00e1\u00e1H\u00c2\u00c2n\u00a5\u00a5\"  *))&  D\u00e1\u00e1$  D\u00c2\u00c2$  H\u00a5"
    + "\u00a5(  T\u00a5\u00a5+  !88\u00b0  \u0157\u00a5\u00a5)  6\u00a5\u00a5*  (\u00a5\u00a5\u00b8  &\u00a5"
    + "\u00a5\"  !\u00a5\u00a5!  L\u00a5\u00a5!  \"\u00a5\u00a5#  !\u00a5\u00a5\"  7\u00a5\u00a5!  !88("
    + "++7\u00a5\u00a5\"<<'++?\u00a5\u00a5(  )++P  3\u00a5\u00a5!  \"\u00a5\u00a5%  %++6\u00a5\u00a5&++"
    + "#  !88:\u00a5\u00a5%  !88`  X\u00a5\u00a5$  \"++\"\u00a5\u00a50++\"  N++!\u00a5\u00a5#\u00a6\u00a6"
    + "!  \"\u00a6\u00a6%  $\u00a6\u00a6$\u00a5\u00a5!  #\u00a5\u00a5!  =\u00a5\u00a5\"  #&&$  !&&)++' "
    + " )88'  =\u00a5\u00a5\"++!88=\u00a5\u00a5#++@  (\u00a5\u00a5!<<<\u00a5\u00a5\"&&$  %++'88)  V\u00a5"
    + "\u00a5#  '886\u00a5\u00a5\"  (++3\u00a5\u00a5%  (++2\u00a5\u00a5'  $88,  '++p  i\u00a5\u00a5W  S"
    + "\u00e1\u00e1-  S\u00c2\u00c2'  &++D\u00a5\u00a5$\u00a6\u00a6(  *))\u0146  ?++!  J\u00a5\u00a5!  "
    + "\"\u00a6\u00a6!44\"  \"\u00a5\u00a5n  =\u00a5\u00a5*++!\u00a5\u00a5(  6\u00a5\u00a5+&&$++%88v  5"
    + "\u00a5\u00a5'++4  7\u00a5\u00a5)  !\u00a8\u00a8!\u00a6\u00a6!\u00a8\u00a8U\u00a5\u00a5.\u00a6\u00a6"
    + "!&&'88$  4++*))/  #&&!\u00a8\u00a8M\u00a5\u00a5#\u00a8\u00a8$\u00a6\u00a6\"\u00a8\u00a8\"&&\"88!"
    + "00$88+  !00\"  9\u00a5\u00a5'  *))&  #\u00a6\u00a6D\u00a5\u00a5%\u00a6\u00a6!\u00a8\u00a8&\u00a6"
    + "\u00a6\"&&!  *))$88!\u00a5\u00a5\"\u00a8\u00a8!\u00a5\u00a5(  C\u00a5\u00a5!&&\"88!\u00a5\u00a5)"
    + "  \"\u00a6\u00a6!\u00a8\u00a8P\u00a5\u00a5#\u00a8\u00a8)\u00a6\u00a6!\u00a8\u00a8!(($\u00a5\u00a5"
    + "$88$&&!88!\u00a8\u00a8!\u00a6\u00a6*))$\u00a58\"88!  4+++  2\u00a5\u00a5!  9\u00a5\u00a5#\u00a8\u00a8"
    + "#\u00a6\u00a6\"\u00a8\u00a8!\u00a6\u00a6!((!&&!\u00a6\u00a6&88!\u00a6\u00a6a  '\u00a5\u00a5$ \u00a5"
    + "#\u00a5\u00a5!  /\u00a5\u00a5!  *\u00a5\u00a5!88&  O\u00a5\u00a5!\u00a6\u00a6#\u00a8\u00a8&\u00a6"
    + "\u00a6\"&&%  *))&  \"\u00a6\u00a6\"\u00a8\u00a8!  (\u00a5\u00a5\"  \"\u00a5\u00a5\"  6\u00a5\u00a5"
    + "!  '\u00a5\u00a5!  \"\u00a5\u00a5!  %\u00a5\u00a5!  \"&&!\u00a5\u00a5\"\u00a8\u00a8!\u00a6\u00a6"
    + "$\u00a8\u00a8\"  \"\u00a8\u00a8\"  \"\u00a8\u00a8!((\"  !\u00a5\u00a5&  !\u00a8\u00a8%  %\u00a5\u00a5"
    + "\"\u00a8\u00a8\"  '&&#  %&&\u00ab  U\u00a5\u00a5#\u00a8\u00a8(\u00a6\u00a6\"\u00a8\u00a8!&&\"\u00a6"
    + "\u00a6!\u00a8\u00a8!&&$\u00a5\u00a5%88*))\"88!  !88!&&#\u00a5\u00a5>  P\u00a5\u00a5#\u00a8\u00a8"
    + "&\u00a6\u00a6!\u00a8\u00a8!\u00a6\u00a6$\u00a8\u00a8\"\u00a6\u00a6!\u00a8\u00a8\"&&\"\u00a5\u00a5"
    + "!88!\u00a5\u00a5(  *))\u00c6  O\u00a5\u00a5#\u00a8\u00a8$\u00a6\u00a6\"  $\u00a8\u00a8\"\u00a6\u00a6"
    + "!\u00a8\u00a8\"&&788$\u00a5\u00a5\"\u00a6\u00a6B  P\u00a5\u00a5#\u00a8\u00a8(\u00a6\u00a6\"\u00a8"
    + "\u00a8!\u00a6\u00a6!\u00a8\u00a8!&&!\u00a6\u00a6#88!\u00a5\u00a5+  *))&  -883  K\u00a5\u00a5$\u00a6"
    + "\u00a8!\u00a8\u00a8&\u00a6\u00a6!((!&&!\u00a5\u00a5'  *))V  ;\u00a5\u00a5\"  #\u00a6\u00a6\"\u00a8"
    + "\u00a8$\u00a6\u00a6!\u00a8\u00a8$\u00a6\u00a6!&&$  *))\"++#88!<<\u00e0  L\u00a5\u00a5#\u00a8\u00a8"
    + ")\u00a6\u00a6!\u00a8\u00a8\"&&!88\u0084  @\u00e1\u00e1@\u00c2\u00c2*)))++,  (\u00a5\u00a5\"  !\u00a5"
    + "\u00a5\"  (\u00a5\u00a5!  \"\u00a5\u00a5!  8\u00a5\u00a5&\u00a8\u00a8!  \"\u00a8\u00a8\"  \"\u00a6"
    + "\u00a6!((!&&$\u00a5\u00a8!&&#88)  *))f  (\u00a5\u00a5\"  G\u00a5\u00a5#\u00a8\u00a8$\u00a6\u00a6"
    + "\"  \"\u00a6\u00a6$\u00a8\u00a8!&&!\u00a5\u00a5!88!\u00a5\u00a5!\u00a8\u00a8;  !\u00a5\u00a5*\u00a6"
    + "\u00a6H\u00a5\u00a5\"&&$\u00a6\u00a6!\u00a8\u00a8!\u00a5\u00a5$\u00a6\u00a6(88!&&(  !\u00a5\u00a5"
    + "&\u00a6\u00a6\"\u00a8\u00a8#\u00a6\u00a6N\u00a5\u00a5-\u00a6\u00a6!\u00a8\u00a8\"&&#88!\u00a5\u00a5"
    + "%88=  Y\u00a5\u00a5\u0127  )\u00a5\u00a5!  E\u00a5\u00a5!\u00a8\u00a8'\u00a6\u00a6!  &\u00a6\u00a6"
    + "!\u00a8\u00a8!&&!\u00a5\u00a5%88*  *))3++#  \"88>\u00a5\u00a5\"  6\u00a6\u00a6!  !\u00a8\u00a8'\u00a6"
    + "\u00a6!\u00a8\u00a8\"\u00a6\u00a6!\u00a8\u00a8\"\u00a6\u00a6i  '\u00a5\u00a5!  \"\u00a5\u00a5!  "
    + "F\u00a5\u00a5&\u00a6\u00a6#  !\u00a6\u00a6!  \"\u00a6\u00a6!  #\u00a6\u00a6!&&!\u00a6\u00a6\"&&!"
    + "\u00a5\u00a5!\u00a6\u00a6(  *))&  &\u00a5\u00a5!  \"\u00a5\u00a5!  @\u00a5\u00a5%\u00a8\u00a8!  "
    + "\"\u00a6\u00a6!  \"\u00a8\u00a8!\u00a6\u00a6!\u00a8\u00a8!&&!\u00a5\u00a5'  *))\u0156  3\u00a5\u00a5"
    + "\"\u00a6\u00a6\"\u00a8\u00a8\"88\u00d7  !\u00a5\u00a5/  5++(<<$::1<<-  !88\u03ba\u00a5\u00a5\u0086"
    + "  \u008f\u00aa\u00aa!  %88+  \u00e4\u00a5\u00a5\u0adc  \u044f\u00a5\u00a5!  )00\u0fe7  \u0267\u00a5"
    + "\u00a5\u21d9  \u0259\u00a5\u00a5'  ?\u00a5\u00a5!  *))$  \"88\u0080  >\u00a5\u00a5\"  %&&!88*  P"
    + "\u00a5\u00a5'&&%88$<<$\u00a4\u00a4!88!<<*  *))!  '++!  5\u00a5\u00a5%  3\u00a5\u00a5\u02d0  @\u00e1"
    + "\u00e1@\u00c2\u00c27++$88\u0085  k\u00a5\u00a5$  !\u00a6\u00a6!\u00a5\u00a5W\u00a8\u00a8'  $\u00a6"
    + "\u00a6-\u00a4\u00a4`  \"\u00a4\u00a4!88!\u00a4\u00a4!&&+  \"\u00a8\u00a8.  \u1818\u00a5\u00a5(  "
    + "\u04f6\u00a5\u00a5J  )\u00a5\u00a5\u2317  \u013f\u00a5\u00a5Q  #\u00a5\u00a51  $\u00a5\u00a5(  \u01ac"
    + "\u00a5\u00a5\u0924  \u008b\u00a5\u00a5%  -\u00a5\u00a5#  )\u00a5\u00a5'  *\u00a5\u00a5\"  !<<!&&"
    + "!\u00a6\u00a6!88$00\u137c  \u0116<<*  G<<\"  \\<<\"((#&&#<<&(((00(&&\"<<'&&><<$&&[<<7  b<<#&&!<<"
    + "\u00ba  4++,  w<<)  9++\u00a7  :\u00e1\u00e1:\u00c2\u00c2:\u00e1\u00e1'\u00c2\u00c2!  2\u00c2\u00c2"
    + ":\u00e1\u00e1:\u00c2\u00c2!\u00e1\u00e1!  \"\u00e1\u00e1\"  !\u00e1\u00e1\"  \"\u00e1\u00e1\"  $"
    + "\u00e1\u00e1!  (\u00e1\u00e1$\u00c2\u00c2$ \u00c2&\u00c2\u00c2!  +\u00c2\u00c2:\u00e1\u00e1:\u00c2"
    + "\u00c2\"\u00e1\u00e1!  $\u00e1\u00e1\"  (\u00e1\u00e1!  '\u00e1\u00e1!  :\u00c2\u00c2\"\u00e1\u00e1"
    + "!  $\u00e1\u00e1!  %\u00e1\u00e1!  !\u00e1\u00e1#  '\u00e1\u00e1!  :\u00c2\u00c2:\u00e1\u00e1:\u00c2"
    + "\u00c2:\u00e1\u00e1:\u00c2\u00c2:\u00e1\u00e1:\u00c2\u00c2:\u00e1\u00e1:\u00c2\u00c2:\u00e1\u00e1"
    + ":\u00c2\u00c2:\u00e1\u00e1<\u00c2\u00c2\"  9\u00e1\u00e1!999\u00c2\u00c2!99&\u00c2\u00c29\u00e1\u00e1"
    + "!999\u00c2\u00c2!99&\u00c2\u00c29\u00e1\u00e1!999\u00c2\u00c2!99&\u00c2\u00c29\u00e1\u00e1!999\u00c2"
    + "\u00c2!99&\u00c2\u00c29\u00e1\u00e1!999\u00c2\u00c2!99&\u00c2\u00c2!\u00e1\u00e1!\u00c2\u00c2\" "
    + " R))\u0220<<W&&$<<R&&(<<!&&.<<!&&\"<<%88/  %&&!  /&&\u0570  '\u00a6\u00a6!  1\u00a6\u00a6\"  '\u00a6"
    + "\u00a6!  \"\u00a6\u00a6!  %\u00a6\u00a6\u00f5  M\u00a5\u00a5#  '&&'\u00a4\u00a4\"  *))$  !\u00a5"
    + "\u00a5!<<\u0190  L\u00a5\u00a5$&&*))%  !::\u0520  \u00e5\u00a5\u00a5\"  )++'&&I  B\u00e1\u00e1B\u00c2"
    + "\u00c2#&&!\u00a6\u00a6#&&!\u00a4\u00a4$  *))$  \"88\u0331  [++!<<#++!::$++l  M++!<</++\u00e2  $\u00a5"
    + "\u00a5!  ;\u00a5\u00a5!  \"\u00a5\u00a5!  !\u00a5\u00a5\"  !\u00a5\u00a5!  *\u00a5\u00a5!  $\u00a5"
    + "\u00a5% \u00a5%  !\u00a5\u00a5$  '\u00a5 \"\u00a5\u00a5!  \"\u00a5\u00a5!  !\u00a5\u00a5\"  +\u00a5"
    + " $\u00a5 !  $\u00a5\u00a5!  '\u00a5\u00a5!  $\u00a5\u00a5!  $\u00a5\u00a5$ \u00a5)\u00a5\u00a5! "
    + " 1\u00a5\u00a5%  #\u00a5\u00a5!  %\u00a5\u00a5!  1\u00a5\u00a5T  \"99\u012e  L<<$  \u0084<<,  /<"
    + "<\"  /<<!  /<<!  E<<*  -++C<<:\u00fc\u00fc&<<:\u00fc\u00fc&<<:\u00fc\u00fcD<<X  =<<-  L<<$  )<<'"
    + "  \"<<.  &<<\u00ba  \u011b<<%;;\u02f8<<(  -<<#  -<<#  \u0094<<,  y<<'  ,<<4  ,<<$  X<<(  *<<&  H"
    + "<<(  ><<\"  \"<<n  \u0099<<!  r<<!  \u00a7<<,  .<<\"  %<<#  #<<%  '<<)  9<<'  '<<)  #<<-  '<<I  "
    + "\u00b3<<!  W<<E  *))\u0426  \u66fe\"\u00a5\u00a5B  \u1055\u00a5\u00a5+  \u00fe\u00a5\u00a5\"  \u16a2"
    + "\u00a5\u00a5.  \u1d51\u00a5\u00a5\u0c3f  \u023e\u00a5\u00a5\u0602  \u136b\u00a5\u00a5\u6cd6K  !0"
    + "0>  \u008000\u00a0  \u0110&&\u7e30#  \u801e#22\"  \u801e#22\"  ";

  private static final String TO_UPPER =
    "\u0081Tat#\u05eeKNa8.a'#\u0112\"Q#P#\u01f1\"'#'1#1O#O'#%#\u0279!#\u01a6#%#%##$##&####\u00e2$##!#"
    + "\u0166$#\u0124#'#'##%#####$%#%##$##\"#\u0090&##!#%\"##!#%\"##!#%\"1#/#\u00bf\"3#3##!#%\"##$I#J3#"
    + "9###$\u549e!###%+#)#\u545e!!#\u5458!!#\u545c!!#\u01c5!#\u01bd\"$\u01bb##\u01b5\"#\u01b7!#\u4abe%"
    + "$#\u01bb!#\u4ab6%\"#\u01bf\"#\u4a70%!#\u4aa8%\"#\u01c3!#\u01c7!#\u4aa8%!#\u540e!!#\u4aa2%##\u01c7"
    + "\"#\u541a!!#\u01cb##\u01cd(#\u53ee!##\u01d5\"#\u4aa6%!#\u01d5$#\u4a74%!#\u01d5!#\u00ab!$\u01d3\""
    + "#\u00af&#\u01d7+#\u4a4a%!#\u4a44%\u00c7#\u00c8L%#&##$&\u0124Q#m!&k$Ba1#_!2a)#\u00a1!$\u009f##\u009d"
    + "!#\u0093$#\u007f!#\u008d!#1\"9#7#\u00cd!#\u00c1!#.!#\u0109\"#\u00e1######U`a@@\u00c11C#JW#W/#-#?"
    + "\"\u0081#\u00b0l\u0081\u0b8fv\u17a0M&\u17a0\u031b,1\u08a8#\u30fd!#\u30fb!#\u30e9!$\u30e5\"#\u30e7"
    + "!#\u30d9!#\u306b!#\u53a4$\u0111#\u5428$$#\u1dec1#\u5490$\u0093\u00b7#\u00ba#\u0097&\u0081#\u007f"
    + "000,00000000,01)0/000$\u00b4\"(\u00cc$$\u00e8\"$\u0120\"$\u0100\"$\u011c$000000000$0##2+#\u386b%"
    + "#2-$00$0%#..#2\u017b#YB@A4##\u036cTU\u0780~\u0081Q##$#\u5477!!#\u5471!\"'#+#####+\u0085#\u008b%#"
    + "'##-l\u38e1G#\u38e1&#\u38e1\u7934!O#`=#\u00c2/#0_#g%#%+#-##%%###\u0080#5#>-#.##%%#N##\u037d#\u0761"
    + "=\u00c0\u6fc1$\u53f1!Ta\u0507pq\u00d0hq\u0808\u0086\u00a1\u0c20`a\u55c0!`a\u7ae2!de";

  private static final String TO_LOWER =
    "aT`\u009fN`8.`HQ\"P#\u01af\"'\"'1\"1O\"N#\u0113!'\"(#\u01c4!%\"$#\u01bc!#\"\"$\u01ba\"#\"##\u00be"
    + "!#\u01b4!#\u01b6!#\"\"#\u01ba!#\u01be\"#\u01c6!#\u01c2!#\"$#\u01c6!#\u01ca\"#\u01cc!'\"&#\u01d4!"
    + "#\"\"#\u01d4##\"\"#\u01d4!#\"\"$\u01d2\"%\"$#\u01d6!#\"$#\"(#$!#\"\"#$!#\"\"#$!3\"33\"3#$!%\"$#\u00e3"
    + "!#\u0091!I\"H#\u0125\"3\"8#\u5476!!#\"\"#\u0167!#\u5470!##\"\"#\u01a7!#\u00aa!#\u00ae!+\"\u014a%"
    + "\"&#\")#\u0108'#l\"&j$#\u00a0\"$\u009e#B`22`L#0)9\"<#\u0099##\"\"#/!#\"#&\u0125#@\u00c00``pC\"JW"
    + "\"V#>!/\"/\u0081\"\u0081l\u0080\u0b8fl\u38e0G#\u38e0&#\u38e0\u02f3\u00c0\u6fc0$p,0\u08c0v\u17a1M"
    + "&\u17a1\u0163\u00b7\"\u00be#\u3b9f\"\u0081\"\u0088010,10010010,11)1/01@010010010$1\"$\u00b5\"#3,"
    + "(\u00cd$#3,$1\"$\u00e9.$1\"$\u0101\"#/,$\u0121\"$\u011d\"#3\u014a#\u3adb$#\u419f!!#\u40ad!'#XN@@"
    + "C#\"\u0353TT\u076a~\u0080\u0080#\"\"#\u540f!!#\u1ded!#\u53ef!#'\"&#\u5459!!#\u541b!!#\u545f!!#\u545d"
    + "!\"#\"##\")$\u549f!\"\u0085\"\u008b%\"'#\"\u796e!O\"`=\"\u00c2/\"0_\"g%\"$#\u5429$!+\"-#\"\"#\u4a71"
    + "%#%\"&5\"4#\u4aa9%!#\u4abf%!#\u4ab7%!#\u4aa3%!#\u4aa9%\"#\u4a45%!#\u4a75%!#\u4a4b%!#\u0760!-\".#"
    + "\"\"#\u0081!#\u4aa7%!#\u5491$!%\"N#\"\u574c!T`\u04ffpp\u00d0hp\u07f0\u0086\u00a0\u0c40``\u55c0!`"
    + "`\u7ae0!dd";

  private static final String SPECIAL_CAPITALS =
    "\u00df2SS\u01492\u02bcN\u01f02J\u030c\u03903\u0399\u0308\u0301\u03b03\u03a5\u0308\u0301\u05872\u0535"
    + "\u0552\u1e962H\u0331\u1e972T\u0308\u1e982W\u030a\u1e992Y\u030a\u1e9a2A\u02be\u1f502\u03a5\u0313\u1f52"
    + "3\u03a5\u0313\u0300\u1f543\u03a5\u0313\u0301\u1f563\u03a5\u0313\u0342\u1f802\u1f08\u0399\u1f812\u1f09"
    + "\u0399\u1f822\u1f0a\u0399\u1f832\u1f0b\u0399\u1f842\u1f0c\u0399\u1f852\u1f0d\u0399\u1f862\u1f0e\u0399"
    + "\u1f872\u1f0f\u0399\u1f882\u1f08\u0399\u1f892\u1f09\u0399\u1f8a2\u1f0a\u0399\u1f8b2\u1f0b\u0399\u1f8c"
    + "2\u1f0c\u0399\u1f8d2\u1f0d\u0399\u1f8e2\u1f0e\u0399\u1f8f2\u1f0f\u0399\u1f902\u1f28\u0399\u1f912"
    + "\u1f29\u0399\u1f922\u1f2a\u0399\u1f932\u1f2b\u0399\u1f942\u1f2c\u0399\u1f952\u1f2d\u0399\u1f962\u1f2e"
    + "\u0399\u1f972\u1f2f\u0399\u1f982\u1f28\u0399\u1f992\u1f29\u0399\u1f9a2\u1f2a\u0399\u1f9b2\u1f2b\u0399"
    + "\u1f9c2\u1f2c\u0399\u1f9d2\u1f2d\u0399\u1f9e2\u1f2e\u0399\u1f9f2\u1f2f\u0399\u1fa02\u1f68\u0399\u1fa1"
    + "2\u1f69\u0399\u1fa22\u1f6a\u0399\u1fa32\u1f6b\u0399\u1fa42\u1f6c\u0399\u1fa52\u1f6d\u0399\u1fa62"
    + "\u1f6e\u0399\u1fa72\u1f6f\u0399\u1fa82\u1f68\u0399\u1fa92\u1f69\u0399\u1faa2\u1f6a\u0399\u1fab2\u1f6b"
    + "\u0399\u1fac2\u1f6c\u0399\u1fad2\u1f6d\u0399\u1fae2\u1f6e\u0399\u1faf2\u1f6f\u0399\u1fb22\u1fba\u0399"
    + "\u1fb32\u0391\u0399\u1fb42\u0386\u0399\u1fb62\u0391\u0342\u1fb73\u0391\u0342\u0399\u1fbc2\u0391\u0399"
    + "\u1fc22\u1fca\u0399\u1fc32\u0397\u0399\u1fc42\u0389\u0399\u1fc62\u0397\u0342\u1fc73\u0397\u0342\u0399"
    + "\u1fcc2\u0397\u0399\u1fd23\u0399\u0308\u0300\u1fd33\u0399\u0308\u0301\u1fd62\u0399\u0342\u1fd73\u0399"
    + "\u0308\u0342\u1fe23\u03a5\u0308\u0300\u1fe33\u03a5\u0308\u0301\u1fe42\u03a1\u0313\u1fe62\u03a5\u0342"
    + "\u1fe73\u03a5\u0308\u0342\u1ff22\u1ffa\u0399\u1ff32\u03a9\u0399\u1ff42\u038f\u0399\u1ff62\u03a9\u0342"
    + "\u1ff73\u03a9\u0342\u0399\u1ffc2\u03a9\u0399\ufb002FF\ufb012FI\ufb022FL\ufb033FFI\ufb043FFL\ufb05"
    + "2ST\ufb062ST\ufb132\u0544\u0546\ufb142\u0544\u0535\ufb152\u0544\u053b\ufb162\u054e\u0546\ufb172\u0544"
    + "\u053d";
  /* Up to here. */

  static {
    Numbers numbers = new Numbers(TYPES);
    int runs = numbers.count() / 3;
    TYPE_STARTS = new int[runs];
    TYPE_VALUES = new short[2 * runs];
    int start = 0;
    for (int i = 0; i < runs; i++) {
      TYPE_STARTS[i] = start;
      start += numbers.next();
      TYPE_VALUES[2 * i] = (short) numbers.next();
      TYPE_VALUES[2 * i + 1] = (short) numbers.next();
    }
    UPPER_CASE = new Mapping(TO_UPPER);
    LOWER_CASE = new Mapping(TO_LOWER);
  }

  private static int properties(int c) {
    if (c < 0 || c > Character.MAX_CODE_POINT)
      return 0;
    int run = find(TYPE_STARTS, c);
    return TYPE_VALUES[2 * run + (c - TYPE_STARTS[run] & 1)];
  }

  static int type(int c) {
    return properties(c) & TYPE;
  }

  static boolean isLower(int c) {
    return (properties(c) & LOWER) != 0;
  }

  static boolean isUpper(int c) {
    return (properties(c) & UPPER) != 0;
  }

  static boolean isAlphabetic(int c) {
    return (properties(c) & ALPHABETIC) != 0;
  }

  static int toUpper(int c) {
    return UPPER_CASE.of(c);
  }

  static int toLower(int c) {
    return LOWER_CASE.of(c);
  }

  /* Decimal digits come in tens, from zero on. */
  static int digit(int c) {
    if (type(c) == Character.DECIMAL_DIGIT_NUMBER)
      return (c - TYPE_STARTS[find(TYPE_STARTS, c)]) % 10;
    boolean fullWidth = c >= 0xff21 && c <= 0xff3a || c >= 0xff41 && c <= 0xff5a;
    return fullWidth ? (c - 0xff21) % 32 + 10 : -1;
  }

  /* Null for a character that has one capital, or none. */
  static String specialCapital(char c) {
    for (int at = 0; at < SPECIAL_CAPITALS.length();) {
      int length = SPECIAL_CAPITALS.charAt(at + 1) - '0';
      if (SPECIAL_CAPITALS.charAt(at) == c)
        return SPECIAL_CAPITALS.substring(at + 2, at + 2 + length);
      at += 2 + length;
    }
    return null;
  }
}
