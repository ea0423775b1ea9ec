/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Reads what Properties.store() writes: key and value a line, `=', `:' or blanks between them; lines that begin with
 * `#' or `!' are comments; a backslash at the end of a line continues it. */
package java.util;

import java.io.IOException;
import java.io.Reader;

final class PropertiesReader {
  private final Reader reader;
  private final char[] buffer = new char[8192];
  private int length;
  private int at;

  PropertiesReader(Reader reader) {
    this.reader = reader;
  }

  /* The next character; -1 at the end. */
  private int next() throws IOException {
    if (at == length) {
      length = reader.read(buffer);
      at = 0;
      if (length <= 0) {
        length = 0;
        return -1;
      }
    }
    return buffer[at++];
  }

  private int peek() throws IOException {
    int c = next();
    if (c >= 0)
      at--;
    return c;
  }

  private static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\f';
  }

  private int skipBlanks() throws IOException {
    while (isBlank(peek()))
      next();
    return peek();
  }

  private void skipLine() throws IOException {
    for (int c = next(); c >= 0 && c != '\n' && c != '\r';)
      c = next();
  }

  /* The next line that has a property, its continuations included, escapes as they are; null at the end. */
  private String readLine() throws IOException {
    int c = skipBlanks();
    while (c == '#' || c == '!' || c == '\n' || c == '\r') {
      if (c == '#' || c == '!')
        skipLine();
      else
        next();
      c = skipBlanks();
    }
    if (c < 0)
      return null;
    StringBuilder line = new StringBuilder();
    for (c = next(); c >= 0 && c != '\n' && c != '\r'; c = next()) {
      if (c != '\\') {
        line.append((char) c);
        continue;
      }
      int escaped = next();
      if (escaped == '\n' || escaped == '\r') {
        if (escaped == '\r' && peek() == '\n')
          next();
        skipBlanks();
      } else if (escaped >= 0) {
        line.append('\\').append((char) escaped);
      }
    }
    return line.toString();
  }

  void readInto(Properties properties) throws IOException {
    for (String line = readLine(); line != null; line = readLine()) {
      int end = 0;
      while (end < line.length() && !isBlank(line.charAt(end)) && line.charAt(end) != '=' && line.charAt(end) != ':')
        end += line.charAt(end) == '\\' ? 2 : 1;
      int start = end;
      while (start < line.length() && isBlank(line.charAt(start)))
        start++;
      if (start < line.length() && (line.charAt(start) == '=' || line.charAt(start) == ':'))
        start++;
      while (start < line.length() && isBlank(line.charAt(start)))
        start++;
      properties.put(plain(line.substring(0, end)), plain(line.substring(start)));
    }
  }

  /* Each escape replaced by what it means. */
  private static String plain(String text) {
    if (text.indexOf('\\') < 0)
      return text;
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      c = text.charAt(++i);
      int special = "tnrf".indexOf(c);
      if (c == 'u') {
        plain.append(code(text, i + 1));
        i += 4;
      } else {
        plain.append(special >= 0 ? "\t\n\r\f".charAt(special) : c);
      }
    }
    return plain.toString();
  }

  private static char code(String text, int at) {
    int code = 0;
    for (int i = at; i < at + 4; i++) {
      char c = i < text.length() ? text.charAt(i) : 0;
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0)
        throw new IllegalArgumentException("Malformed \\uxxxx encoding.");
      code = code << 4 | digit;
    }
    return (char) code;
  }
}
