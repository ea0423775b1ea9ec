/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * String.format(): the conversions b c d e f g h n o s x % and their capitals, all flags, widths and precisions.
 * Decimal numbers are rounded half up from the digits that toString() shows, as the JDK does. Not there: %a, and
 * %t for dates. */
package java.util;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;

public final class Formatter implements Closeable, Flushable {
  private final StringBuilder out;
  private FormatSpecifier specifier;
  /* null: `out` is where the text stays. */
  private Sink sink;
  private boolean closed;

  /* Where the text goes that has been made. */
  private static final class Sink {
    final Appendable to;
    IOException trouble;

    Sink(Appendable to) {
      this.to = to;
    }

    void take(StringBuilder text) {
      try {
        to.append(text);
      } catch (IOException e) {
        trouble = e;
      }
      text.setLength(0);
    }

    void flush() {
      try {
        if (to instanceof Flushable)
          ((Flushable) to).flush();
      } catch (IOException e) {
        trouble = e;
      }
    }

    void close() {
      try {
        if (to instanceof Closeable)
          ((Closeable) to).close();
      } catch (IOException e) {
        trouble = e;
      }
    }
  }

  public Formatter() {
    this(new StringBuilder());
  }

  public Formatter(Locale locale) {
    this(new StringBuilder());
  }

  public Formatter(StringBuilder to) {
    out = to;
  }

  /* null: a new StringBuilder. */
  public Formatter(Appendable to) {
    boolean builder = to instanceof StringBuilder;
    out = builder ? (StringBuilder) to : new StringBuilder();
    sink = builder || to == null ? null : new Sink(to);
  }

  public Formatter(Appendable to, Locale locale) {
    this(to);
  }

  public Formatter(PrintStream to) {
    this((Appendable) Objects.requireNonNull(to));
  }

  public Formatter(OutputStream to) {
    this((Appendable) new BufferedWriter(new OutputStreamWriter(to)));
  }

  private void checkOpen() {
    if (closed)
      throw new FormatterClosedException();
  }

  public Appendable out() {
    checkOpen();
    return sink == null ? out : sink.to;
  }

  public Locale locale() {
    checkOpen();
    return Locale.getDefault();
  }

  /* What the sink threw last. */
  public IOException ioException() {
    return sink == null ? null : sink.trouble;
  }

  public Formatter format(Locale locale, String format, Object... arguments) {
    return format(format, arguments);
  }

  public Formatter format(String format, Object... arguments) {
    checkOpen();
    try {
      add(format, arguments);
    } finally {
      if (sink != null)
        sink.take(out);
    }
    return this;
  }

  private void add(String format, Object[] arguments) {
    int next = 0;
    int last = -1;
    for (int at = 0; at < format.length();) {
      int percent = format.indexOf('%', at);
      out.append(format, at, percent < 0 ? format.length() : percent);
      if (percent < 0)
        break;
      specifier = FormatSpecifier.at(format, percent);
      at = specifier.end;
      if (specifier.kind == 'n' || specifier.kind == '%') {
        pad(specifier.kind == 'n' ? "\n" : "%");
        continue;
      }
      int chosen = specifier.index > 0 ? specifier.index - 1 : specifier.index < 0 ? last : next++;
      if (chosen < 0 || arguments != null && chosen >= arguments.length)
        throw new MissingFormatArgumentException(specifier.toString());
      last = chosen;
      convert(arguments == null ? null : arguments[chosen]);
    }
  }

  private void pad(String text) {
    int missing = Math.max(0, specifier.width - text.length());
    if (!specifier.has('-'))
      out.append(" ".repeat(missing));
    out.append(text);
    if (specifier.has('-'))
      out.append(" ".repeat(missing));
  }

  private void convert(Object argument) {
    String text = shown(argument);
    pad(specifier.conversion == specifier.kind ? text : text.toUpperCase());
  }

  private String shown(Object argument) {
    char kind = specifier.kind;
    if (kind == 'b')
      return cut(argument instanceof Boolean ? argument.toString() : String.valueOf(argument != null));
    if (kind == 's' && specifier.has('#'))
      throw new FormatFlagsConversionMismatchException("#", 's');
    if (argument == null || kind == 's')
      return cut(String.valueOf(argument));
    if (kind == 'h')
      return cut(Integer.toHexString(argument.hashCode()));
    if (kind == 'c')
      return character(argument);
    return kind == 'e' || kind == 'f' || kind == 'g' ? floating(argument) : integer(argument);
  }

  private String cut(String text) {
    int precision = specifier.precision;
    return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
  }

  private IllegalFormatConversionException mismatch(Object argument) {
    return new IllegalFormatConversionException(specifier.kind, argument.getClass());
  }

  private String character(Object argument) {
    if (argument instanceof Character)
      return argument.toString();
    if (!(argument instanceof Integer) && !(argument instanceof Short) && !(argument instanceof Byte))
      throw mismatch(argument);
    int codePoint = ((Number) argument).intValue();
    if (!Character.isValidCodePoint(codePoint))
      throw new IllegalFormatCodePointException(codePoint);
    return Character.toString(codePoint);
  }

  private String integer(Object argument) {
    if (argument instanceof BigInteger)
      return large((BigInteger) argument);
    boolean isLong = argument instanceof Long;
    if (!isLong && !(argument instanceof Integer) && !(argument instanceof Short) && !(argument instanceof Byte))
      throw mismatch(argument);
    long value = ((Number) argument).longValue();
    if (specifier.kind == 'd') {
      String digits = Long.toString(value);
      return sign(value < 0, grouped(value < 0 ? digits.substring(1) : digits));
    }
    for (char flag : new char[] {'(', '+', ' '})
      if (specifier.has(flag))
        throw new FormatFlagsConversionMismatchException(String.valueOf(flag), specifier.kind);
    long mask = isLong ? -1L : argument instanceof Integer ? 0xffffffffL : argument instanceof Short ? 0xffff : 0xff;
    String digits = specifier.kind == 'o' ? Long.toOctalString(value & mask) : Long.toHexString(value & mask);
    return zeros(prefix(), digits, "");
  }

  private String prefix() {
    return !specifier.has('#') ? "" : specifier.kind == 'o' ? "0" : "0x";
  }

  /* Unlike the others, it has a sign in every radix. */
  private String large(BigInteger value) {
    String digits = value.abs().toString(specifier.kind == 'd' ? 10 : specifier.kind == 'o' ? 8 : 16);
    if (specifier.kind == 'd')
      return sign(value.signum() < 0, grouped(digits));
    boolean negative = value.signum() < 0;
    return zeros(signBefore(negative) + prefix(), digits, negative && specifier.has('(') ? ")" : "");
  }

  /* Commas go into what stands before the point. */
  private String grouped(String number) {
    if (!specifier.has(','))
      return number;
    int point = number.indexOf('.');
    StringBuilder text = new StringBuilder(number);
    for (int at = (point < 0 ? number.length() : point) - 3; at > 0; at -= 3)
      text.insert(at, ',');
    return text.toString();
  }

  private String zeros(String before, String digits, String behind) {
    int missing = specifier.has('0') ? specifier.width - before.length() - behind.length() - digits.length() : 0;
    return before + "0".repeat(Math.max(0, missing)) + digits + behind;
  }

  private String signBefore(boolean negative) {
    if (negative)
      return specifier.has('(') ? "(" : "-";
    return specifier.has('+') ? "+" : specifier.has(' ') ? " " : "";
  }

  private String sign(boolean negative, String digits) {
    return zeros(signBefore(negative), digits, negative && specifier.has('(') ? ")" : "");
  }

  private String floating(Object argument) {
    if (argument instanceof BigDecimal)
      return decimal((BigDecimal) argument);
    if (!(argument instanceof Double) && !(argument instanceof Float))
      throw mismatch(argument);
    double value = ((Number) argument).doubleValue();
    if (Double.isNaN(value))
      return "NaN";
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    if (Double.isInfinite(value))
      return signBefore(negative) + "Infinity" + (negative && specifier.has('(') ? ")" : "");
    String shown = argument instanceof Float ? Float.toString(Math.abs((Float) argument))
        : Double.toString(Math.abs(value));
    return shown(shown, negative, value == 0);
  }

  private String decimal(BigDecimal value) {
    if (value.signum() == 0 && specifier.kind == 'e')
      return zero(-value.scale());
    String plain = value.abs().toPlainString();
    return shown(value.scale() > 0 ? plain : plain + ".0", value.signum() < 0, value.signum() == 0);
  }

  /* A decimal zero shows its scale as its exponent. */
  private String zero(int exponent) {
    int places = specifier.precision < 0 ? 6 : specifier.precision;
    return sign(false, new DecimalDigits("0.0").scientific(places).replace("e+00", (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent)));
  }

  private String shown(String shown, boolean negative, boolean zero) {
    int places = specifier.precision < 0 ? 6 : specifier.precision;
    DecimalDigits digits = new DecimalDigits(shown);
    if (specifier.kind == 'g')
      return sign(negative, general(digits, zero, Math.max(places, 1)));
    boolean point = specifier.has('#') && places == 0;
    if (specifier.kind == 'f')
      return sign(negative, grouped(digits.plain(places)) + (point ? "." : ""));
    String text = digits.scientific(places);
    return sign(negative, point ? text.replace("e", ".e") : text);
  }

  /* With so many significant digits, plain from 10^-4 up to them. */
  private String general(DecimalDigits digits, boolean zero, int count) {
    if (zero)
      return digits.plain(count - 1);
    String text = digits.scientific(count - 1);
    int exponent = Integer.parseInt(text.substring(text.indexOf('e') + 1));
    return exponent < -4 || exponent >= count ? text : grouped(digits.plain(count - 1 - exponent));
  }

  @Override
  public void flush() {
    checkOpen();
    if (sink != null)
      sink.flush();
  }

  @Override
  public void close() {
    if (!closed && sink != null)
      sink.close();
    closed = true;
  }

  @Override
  public String toString() {
    checkOpen();
    return sink == null ? out.toString() : sink.to.toString();
  }
}
