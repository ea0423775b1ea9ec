/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text as forms are sent (application/x-www-form-urlencoded): letters, digits and .-*_ as they are, a blank as a plus,
 * each byte of what is left as %XX. */
package java.net;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;

public class URLEncoder {
  private static final String HEX = "0123456789ABCDEF";

  private URLEncoder() {
  }

  @Deprecated
  public static String encode(String text) {
    return encode(text, Charset.defaultCharset());
  }

  public static String encode(String text, String charset) throws UnsupportedEncodingException {
    return encode(text, named(charset));
  }

  static Charset named(String charset) throws UnsupportedEncodingException {
    if (charset == null)
      throw new NullPointerException("charsetName");
    try {
      return Charset.forName(charset);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new UnsupportedEncodingException(charset);
    }
  }

  private static boolean isPlain(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '-' || c == '*'
        || c == '_';
  }

  /* What needs escapes is encoded in runs: a mark of the charset's stands before each run. */
  public static String encode(String text, Charset charset) {
    java.util.Objects.requireNonNull(charset, "charset");
    StringBuilder encoded = new StringBuilder(text.length());
    for (int at = 0; at < text.length();) {
      char c = text.charAt(at);
      if (isPlain(c) || c == ' ') {
        encoded.append(c == ' ' ? '+' : c);
        at++;
        continue;
      }
      int end = at + 1;
      while (end < text.length() && !isPlain(text.charAt(end)) && text.charAt(end) != ' ')
        end++;
      for (byte b : text.substring(at, end).getBytes(charset))
        encoded.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      at = end;
    }
    return encoded.toString();
  }
}
