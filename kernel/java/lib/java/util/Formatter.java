/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * String.format(): %[index$][flags][width][.precision]conversion with b c d e f h n o s x % and capitals. Decimal
 * numbers are rounded half up from the digits that toString() shows, as the JDK does. */
package java.util;

public final class Formatter {
  private final StringBuilder out = new StringBuilder();
  private String flags;
  private int width;
  private int precision;

  public Formatter() {
  }

  public Formatter format(String format, Object... arguments) {
    int next = 0;
    for (int at = 0; at < format.length(); at++) {
      char c = format.charAt(at);
      if (c != '%') {
        out.append(c);
        continue;
      }
      int start = ++at;
      int index = 0;
      int digits = number(format, at);
      if (digits > at && digits < format.length() && format.charAt(digits) == '$') {
        index = Integer.parseInt(format.substring(at, digits));
        at = digits + 1;
      }
      at = parseSpecification(format, at);
      if (at >= format.length())
        throw new UnknownFormatConversionException("%");
      char conversion = format.charAt(at);
      if (conversion == 'n' || conversion == '%') {
        pad(conversion == 'n' ? "\n" : "%");
        continue;
      }
      if ("bBcCdeEfhHosSxX".indexOf(conversion) < 0)
        throw new UnknownFormatConversionException(String.valueOf(conversion));
      int chosen = index > 0 ? index - 1 : next++;
      if (chosen >= arguments.length)
        throw new MissingFormatArgumentException("%" + format.substring(start, at + 1));
      convert(conversion, arguments[chosen]);
    }
    return this;
  }

  private static int number(String text, int at) {
    while (at < text.length() && Character.isDigit(text.charAt(at)))
      at++;
    return at;
  }

  private int parseSpecification(String format, int at) {
    int start = at;
    while (at < format.length() && "-#+ 0,(".indexOf(format.charAt(at)) >= 0)
      at++;
    flags = format.substring(start, at);
    int end = number(format, at);
    width = end > at ? Integer.parseInt(format.substring(at, end)) : -1;
    at = end;
    precision = -1;
    if (at < format.length() && format.charAt(at) == '.') {
      end = number(format, at + 1);
      if (end > at + 1)
        precision = Integer.parseInt(format.substring(at + 1, end));
      at = end;
    }
    return at;
  }

  private boolean flag(char flag) {
    return flags.indexOf(flag) >= 0;
  }

  private void pad(String text) {
    int missing = Math.max(0, width - text.length());
    if (!flag('-'))
      out.append(" ".repeat(missing));
    out.append(text);
    if (flag('-'))
      out.append(" ".repeat(missing));
  }

  private void convert(char conversion, Object argument) {
    char kind = Character.toLowerCase(conversion);
    String text;
    if (kind == 'b')
      text = cut(argument instanceof Boolean ? argument.toString() : String.valueOf(argument != null));
    else if (argument == null || kind == 's')
      text = cut(String.valueOf(argument));
    else if (kind == 'h')
      text = cut(Integer.toHexString(argument.hashCode()));
    else if (kind == 'c')
      text = character(conversion, argument);
    else
      text = kind == 'e' || kind == 'f' ? floating(conversion, argument) : integer(conversion, argument);
    pad(conversion == kind ? text : text.toUpperCase());
  }

  private String cut(String text) {
    return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
  }

  private static String character(char conversion, Object argument) {
    if (argument instanceof Integer)
      return Character.toString((int) (Integer) argument);
    if (!(argument instanceof Character))
      throw new IllegalFormatConversionException(conversion, argument.getClass());
    return argument.toString();
  }

  private String integer(char conversion, Object argument) {
    boolean isLong = argument instanceof Long;
    if (!isLong && !(argument instanceof Integer) && !(argument instanceof Short) && !(argument instanceof Byte))
      throw new IllegalFormatConversionException(conversion, argument.getClass());
    long value = ((Number) argument).longValue();
    if (conversion == 'd') {
      String digits = Long.toString(value);
      return sign(value < 0, grouped(value < 0 ? digits.substring(1) : digits));
    }
    long mask = isLong ? -1L : argument instanceof Integer ? 0xffffffffL : argument instanceof Short ? 0xffff : 0xff;
    String digits = conversion == 'o' ? Long.toOctalString(value & mask) : Long.toHexString(value & mask);
    String prefix = !flag('#') ? "" : conversion == 'o' ? "0" : "0x";
    return flag('0') ? prefix + "0".repeat(Math.max(0, width - prefix.length() - digits.length())) + digits
        : prefix + digits;
  }

  /* Commas go into what stands before the point. */
  private String grouped(String number) {
    if (!flag(','))
      return number;
    int point = number.indexOf('.');
    StringBuilder text = new StringBuilder(number);
    for (int at = (point < 0 ? number.length() : point) - 3; at > 0; at -= 3)
      text.insert(at, ',');
    return text.toString();
  }

  private String sign(boolean negative, String digits) {
    String before = negative ? flag('(') ? "(" : "-" : flag('+') ? "+" : flag(' ') ? " " : "";
    String behind = negative && flag('(') ? ")" : "";
    int missing = flag('0') ? width - before.length() - behind.length() - digits.length() : 0;
    return before + "0".repeat(Math.max(0, missing)) + digits + behind;
  }

  private String floating(char conversion, Object argument) {
    if (!(argument instanceof Double) && !(argument instanceof Float))
      throw new IllegalFormatConversionException(conversion, argument.getClass());
    double value = ((Number) argument).doubleValue();
    if (Double.isNaN(value))
      return "NaN";
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    if (Double.isInfinite(value)) {
      flags = flags.replace("0", "");
      return sign(negative, "Infinity");
    }
    String shown = argument instanceof Float ? Float.toString(Math.abs((Float) argument))
        : Double.toString(Math.abs(value));
    DecimalDigits digits = new DecimalDigits(shown);
    int places = precision < 0 ? 6 : precision;
    return sign(negative, conversion == 'f' ? grouped(digits.plain(places)) : digits.scientific(places));
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
