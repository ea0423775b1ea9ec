/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * String.format() with all flags, widths and conversions on values of all types, faulty formats; comparing arrays;
 * texts. */
import java.math.BigInteger;
import java.util.*;

public class Formats {
  static long hash;
  static int count;

  static void add(String text) {
    hash = hash * 1000003 + text.hashCode();
    if (++count % 2000 == 0)
      System.out.println(count + " " + Long.toHexString(hash));
  }

  static String attempt(String format, Object... arguments) {
    try {
      return format + ": " + String.format(format, arguments);
    } catch (IllegalFormatException e) {
      return format + ": " + e;
    }
  }

  static void formats() {
    Object[] values = {0, 1, -1, 255, 123456789, -123456789, Integer.MIN_VALUE, 0L, -5L, Long.MAX_VALUE, (byte) -3,
        (short) 300, 'x', "text", "",
      null, true, 0.0, -0.0, 1.0, 0.5, 1.5, 2.5, 123.456, -9999.995, 1e-5, 1.23e-10, 9.9996e20, 1e300, Double.NaN,
          Double.NEGATIVE_INFINITY, 3.25f,
      new BigInteger("-123456789012345678901234567890"), BigInteger.TEN};
    String[] flags = {"", "-", "0", "+", " ", ",", "(", "#", "-+", "0,", "(,", "0-", "+ ", "--", "#0"};
    String[] widths = {"", "8", "20"};
    String[] precisions = {"", ".0", ".3", ".10"};
    for (char conversion : "bcdefghosxBCEGHSXn%".toCharArray())
      for (String flag : flags)
        for (String width : widths)
          for (String precision : precisions)
            for (Object value : values)
              add(attempt("%" + flag + width + precision + conversion, value));
    for (String format : new String[] {"%", "%d %d", "%1$s %1$s %2$s", "%2$s", "%<s", "%s %<s", "%q", "%5", "%.d",
        "%-d", "%n", "%5n", "%%", "%-5%|", "%D",
        "%F", "%05%", "a%sb", "%1$", "%c", "%tY", "%ss", "%0$s", "%,d", "%#x"})
      if (!format.equals("%tY") && !format.equals("%0$s"))
        System.out.println(attempt(format, 65));
    System.out.println(String.format(Locale.ROOT, "%.2f|%s", 2.345, "x") + "%d".formatted(3)
        + new Formatter().format("%d", 1).format("%d", 2));
  }

  static void arrays() {
    int[][] ints = {{}, {1}, {1, 2}, {1, 3}, {2}, null};
    double[][] doubles = {{}, {0.0}, {-0.0}, {Double.NaN}, {1, 2}};
    String[][] texts = {{}, {"a"}, {"a", null}, {"a", "b"}, {null}};
    for (int[] a : ints)
      for (int[] b : ints)
        add(Integer.signum(Arrays.compare(a, b)) + (a == null || b == null ? "" : "" + Arrays.mismatch(a, b)));
    for (double[] a : doubles)
      for (double[] b : doubles)
        add(Integer.signum(Arrays.compare(a, b)) + "" + Arrays.mismatch(a, b));
    for (String[] a : texts)
      for (String[] b : texts)
        add(Integer.signum(Arrays.compare(a, b)) + "" + Arrays.mismatch(a, b));
    long[] squares = new long[5];
    Arrays.setAll(squares, i -> (long) i * i);
    System.out.println(Arrays.toString(squares) + Arrays.equals(squares, 1, 3, new long[] {1, 4, 9}, 0, 2)
      + Arrays.binarySearch(new String[] {"a", "c", "e"}, 1, 3, "d", Comparator.naturalOrder())
      + Arrays.compare(new byte[] {1}, new byte[] {3}) + Arrays.compare(new boolean[] {true}, new boolean[] {false}));
  }

  static void texts() {
    for (String text : new String[] {"", "a", "a\nb", "  a\n b\r\nc\n", "\n"})
      for (int n : new int[] {0, 2, -1, -9})
        System.out.println("<" + text.indent(n) + ">");
    System.out.println("ABC".toLowerCase(Locale.ROOT) + "abc".toUpperCase(Locale.ENGLISH)
        + System.getProperty("line.separator").length()
      + System.getProperty("no.such.property", "none") + System.getProperty("no.such.property"));
    String block = """
        one
          "two" \
        joined
        three\tend
        """;
    System.out.println(block);
  }

  public static void main(String[] arguments) {
    formats();
    arrays();
    texts();
    System.out.println(count + " " + Long.toHexString(hash));
  }
}
