/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Every Unicode code point: classes, case, digits; texts in capitals and small letters. */
public class Characters {
  static long hash;

  static void add(long value) {
    hash = hash * 1000003 + value;
  }

  static int bits(boolean... all) {
    int bits = 0;
    for (boolean bit : all)
      bits = 2 * bits + (bit ? 1 : 0);
    return bits;
  }

  static void codePoint(int c) {
    add(Character.getType(c));
    add(bits(Character.isLetter(c), Character.isDigit(c), Character.isLetterOrDigit(c), Character.isUpperCase(c),
        Character.isLowerCase(c),
        Character.isTitleCase(c), Character.isWhitespace(c), Character.isSpaceChar(c), Character.isAlphabetic(c),
            Character.isDefined(c),
        Character.isJavaIdentifierStart(c), Character.isJavaIdentifierPart(c), Character.isISOControl(c),
        Character.isIdentifierIgnorable(c)));
    add(Character.toUpperCase(c));
    add(Character.toLowerCase(c));
    add(Character.digit(c, 10) + 100 * Character.digit(c, 36));
  }

  public static void main(String[] arguments) {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      codePoint(c);
      if (c < 0x20000) {
        String text = new String(Character.toChars(c));
        add(text.toUpperCase().hashCode());
        add(text.toLowerCase().hashCode());
      }
      if (c % 0x8000 == 0x7fff)
        System.out.println(Integer.toHexString(c) + " " + Long.toHexString(hash));
    }
    for (String text : new String[] {"Stra\u00dfe", "\u039f\u0394\u039f\u03a3 \u03a3\u0391\u03a3.", "\u0130stanbul",
        "\ufb03x", "\ud801\udc00 \ud801\udc28",
        "\u01c6\u01c5\u01c4", "na\u00efve \u00c0\u00c9"})
      System.out.println(text.toUpperCase() + "|" + text.toLowerCase() + "|"
          + text.equalsIgnoreCase(text.toLowerCase()) + "|" + text.strip());
  }
}
