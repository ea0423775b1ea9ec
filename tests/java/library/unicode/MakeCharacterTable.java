/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes translator-instr/library/java/lang/CharacterTable.java's constants from what the JDK that runs it knows of Unicode:
 *   java tests/java/library/unicode/MakeCharacterTable.java
 * prints them; they go between the two marks in that file, whose first comment describes them. */
import java.util.*;

public class MakeCharacterTable {
  static int properties(int c) {
    return Character.getType(c) | (Character.isLowerCase(c) ? 32 : 0) | (Character.isUpperCase(c) ? 64 : 0)
      | (Character.isAlphabetic(c) ? 128 : 0);
  }

  static void put(StringBuilder text, int value) {
    for (; value >= 0x4000; value >>>= 14)
      text.append((char) (0x4020 + (value & 0x3fff)));
    text.append((char) (0x20 + value));
  }

  /* Runs of one value, or of two in turn. */
  static String types() {
    StringBuilder text = new StringBuilder();
    for (int c = 0; c <= Character.MAX_CODE_POINT;) {
      int first = properties(c);
      int second = c < Character.MAX_CODE_POINT ? properties(c + 1) : first;
      int stop = c + 1;
      while (stop <= Character.MAX_CODE_POINT && properties(stop) == ((stop - c) % 2 == 0 ? first : second))
        stop++;
      if (first != second && stop - c < 4) {
        second = first;
        stop = c + 1;
      }
      put(text, stop - c);
      put(text, first);
      put(text, second);
      c = stop;
    }
    return text.toString();
  }

  interface Mapping {
    int of(int c);
  }

  /* Runs of code points, next to each other or every other one, that are mapped by the same distance. */
  static String mapping(Mapping mapping) {
    StringBuilder text = new StringBuilder();
    int last = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      int delta = mapping.of(c) - c;
      if (delta == 0)
        continue;
      int stride = mapping.of(c + 1) - (c + 1) == delta ? 1 : 2;
      int count = 1;
      while (c + count * stride <= Character.MAX_CODE_POINT && mapping.of(c + count * stride) - (c
          + count * stride) == delta
          && (stride == 1 || mapping.of(c + count * stride - 1) == c + count * stride - 1))
        count++;
      put(text, c - last);
      put(text, count * 2 + stride - 1);
      put(text, delta < 0 ? -2 * delta + 1 : 2 * delta);
      last = c;
      c += (count - 1) * stride;
    }
    return text.toString();
  }

  static String specialCapitals() {
    StringBuilder text = new StringBuilder();
    for (char c = 0; c < 0xd800; c++)
      special(text, c);
    for (char c = 0xe000; c < 0xffff; c++)
      special(text, c);
    return text.toString();
  }

  static void special(StringBuilder text, char c) {
    String upper = String.valueOf(c).toUpperCase(Locale.ROOT);
    if (upper.length() > 1)
      text.append(c).append((char) ('0' + upper.length())).append(upper);
  }

  static void print(String name, String text) {
    StringBuilder line = new StringBuilder("  private static final String " + name + " =");
    String part = "";
    boolean first = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      part += c == '"' || c == '\\' ? "\\" + c : c >= ' ' && c < 127 ? "" + c : String.format("\\u%04x", (int) c);
      if (part.length() > 95 || i == text.length() - 1) {
        System.out.println(line);
        line = new StringBuilder("    " + (first ? "" : "+ ") + "\"" + part + "\"");
        first = false;
        part = "";
      }
    }
    System.out.println(line + ";");
  }

  public static void main(String[] arguments) {
    print("TYPES", types());
    print("TO_UPPER", mapping(c -> c > Character.MAX_CODE_POINT ? c : Character.toUpperCase(c)));
    print("TO_LOWER", mapping(c -> c > Character.MAX_CODE_POINT ? c : Character.toLowerCase(c)));
    print("SPECIAL_CAPITALS", specialCapitals());
  }
}
