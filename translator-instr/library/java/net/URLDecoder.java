/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What URLEncoder encoded. */
package java.net;

import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;

public class URLDecoder {
  private URLDecoder() {
  }

  @Deprecated
  public static String decode(String text) {
    return decode(text, Charset.defaultCharset());
  }

  public static String decode(String text, String charset) throws UnsupportedEncodingException {
    if (charset.isEmpty())
      throw new UnsupportedEncodingException("URLDecoder: empty string enc parameter");
    return decode(text, URLEncoder.named(charset));
  }

  public static String decode(String text, Charset charset) {
    java.util.Objects.requireNonNull(charset, "Charset");
    StringBuilder decoded = new StringBuilder(text.length());
    byte[] bytes = null;
    for (int at = 0; at < text.length();) {
      char c = text.charAt(at);
      if (c != '%') {
        decoded.append(c == '+' ? ' ' : c);
        at++;
        continue;
      }
      if (bytes == null)
        bytes = new byte[(text.length() - at) / 3];
      int count = 0;
      while (at + 2 < text.length() && text.charAt(at) == '%') {
        bytes[count++] = readByte(text, at + 1);
        at += 3;
      }
      if (at < text.length() && text.charAt(at) == '%')
        throw new IllegalArgumentException("URLDecoder: Incomplete trailing escape (%) pattern");
      decoded.append(new String(bytes, 0, count, charset));
    }
    return decoded.toString();
  }

  private static byte readByte(String text, int at) {
    int value;
    try {
      value = Integer.parseInt(text, at, at + 2, 16);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("URLDecoder: Illegal hex characters in escape (%) pattern - "
          + e.getMessage());
    }
    if (value < 0)
      throw new IllegalArgumentException("URLDecoder: Illegal hex characters in escape (%) pattern - negative value");
    return (byte) value;
  }
}
