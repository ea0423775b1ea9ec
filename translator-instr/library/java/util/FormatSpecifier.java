/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One %[index$][flags][width][.precision]conversion, read and checked as the JDK checks it. */
package java.util;

final class FormatSpecifier {
  /* In the order in which exceptions name them. */
  private static final String FLAGS = "-#+ 0,(<";
  private static final String CONVERSIONS = "bcdefghnosx%";

  /* 0: the next argument; -1: the one before; else from 1. */
  final int index;
  final String flags;
  final int width;
  final int precision;
  /* As a small letter, and whether it was one. */
  final char kind;
  final char conversion;
  /* Behind it. */
  final int end;
  private final String text;

  private FormatSpecifier(String format, int start) {
    int at = start + 1;
    int stop = digits(format, at);
    int chosen = 0;
    if (stop > at && stop < format.length() && format.charAt(stop) == '$') {
      chosen = Integer.parseInt(format.substring(at, stop));
      at = stop + 1;
    }
    for (stop = at; stop < format.length() && FLAGS.indexOf(format.charAt(stop)) >= 0; stop++)
      if (format.lastIndexOf(format.charAt(stop), stop - 1) >= at)
        throw new DuplicateFormatFlagsException(String.valueOf(format.charAt(stop)));
    String given = format.substring(at, stop);
    index = given.indexOf('<') >= 0 ? -1 : chosen;
    String sorted = sorted(given);
    flags = sorted.replace("<", "");
    at = stop;
    stop = digits(format, at);
    width = stop > at ? Integer.parseInt(format.substring(at, stop)) : -1;
    at = stop;
    int places = -1;
    if (at < format.length() && format.charAt(at) == '.') {
      stop = digits(format, at + 1);
      if (stop == at + 1)
        throw unknown(format, at);
      places = Integer.parseInt(format.substring(at + 1, stop));
      at = stop;
    }
    precision = places;
    if (at >= format.length())
      throw unknown(format, Math.min(start + 1, format.length() - 1));
    conversion = format.charAt(at);
    kind = Character.toLowerCase(conversion);
    end = at + 1;
    text = "%" + sorted + (chosen > 0 ? chosen + "$" : "") + (width >= 0 ? width : "")
        + (precision >= 0 ? "." + precision : "") + conversion;
    if (CONVERSIONS.indexOf(kind) < 0 || conversion != kind && "dfon".indexOf(kind) >= 0)
      throw unknown(format, at);
    check();
  }

  static FormatSpecifier at(String format, int start) {
    return new FormatSpecifier(format, start);
  }

  private static UnknownFormatConversionException unknown(String format, int at) {
    return new UnknownFormatConversionException(String.valueOf(format.charAt(at)));
  }

  private static String sorted(String given) {
    StringBuilder flags = new StringBuilder();
    for (char flag : FLAGS.toCharArray())
      if (given.indexOf(flag) >= 0)
        flags.append(flag);
    return flags.toString();
  }

  private static int digits(String text, int at) {
    while (at < text.length() && Character.isDigit(text.charAt(at)))
      at++;
    return at;
  }

  boolean has(char flag) {
    return flags.indexOf(flag) >= 0;
  }

  private void refuse(String unwanted) {
    for (int i = 0; i < unwanted.length(); i++)
      if (has(unwanted.charAt(i)))
        throw new FormatFlagsConversionMismatchException(unwanted.substring(i, i + 1), kind);
  }

  private void refusePrecision() {
    if (precision >= 0)
      throw new IllegalFormatPrecisionException(precision);
  }

  private void requireWidth(boolean forZeros) {
    if (width < 0 && (has('-') || forZeros && has('0')))
      throw new MissingFormatWidthException(text);
  }

  private void check() {
    switch (kind) {
      case 'n':
        refusePrecision();
        if (width >= 0)
          throw new IllegalFormatWidthException(width);
        if (!flags.isEmpty())
          throw new IllegalFormatFlagsException(flags);
        break;
      case '%':
        refusePrecision();
        if (!flags.isEmpty() && !flags.equals("-"))
          throw new IllegalFormatFlagsException(flags);
        requireWidth(false);
        break;
      case 'b':
      case 'h':
      case 's':
        refuse(kind == 's' ? "" : "#");
        requireWidth(false);
        refuse("+ 0,(");
        break;
      case 'c':
        refusePrecision();
        refuse("#+ 0,(");
        requireWidth(false);
        break;
      default:
        checkNumber();
        break;
    }
  }

  private void checkNumber() {
    requireWidth(true);
    if (has('+') && has(' ') || has('-') && has('0'))
      throw new IllegalFormatFlagsException(conversion == kind ? flags
          : (has('-') ? "-^" : "^") + flags.replace("-", ""));
    if ("dox".indexOf(kind) >= 0)
      refusePrecision();
    refuse(kind == 'd' || kind == 'g' ? "#" : kind == 'e' || kind == 'o' || kind == 'x' ? "," : "");
  }

  @Override
  public String toString() {
    return text;
  }
}
