/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Text as DataOutput writes it: UTF-8 of each char by itself, with two bytes for a zero, behind a length of 16 bits. */
package java.io;

final class ModifiedUtf8 {
  private static final int MOST_BYTES = 65535;

  private ModifiedUtf8() {
  }

  /* Of the text, in bytes. */
  static long length(String text) {
    long length = 0;
    for (int i = 0; i < text.length(); i++)
      length += bytesOf(text.charAt(i));
    return length;
  }

  /* Without a length. */
  static void write(String text, OutputStream out) throws IOException {
    byte[] bytes = new byte[3];
    for (int i = 0; i < text.length(); i++)
      out.write(bytes, 0, put(bytes, 0, text.charAt(i)));
  }

  static byte[] encode(String text) throws UTFDataFormatException {
    long length = length(text);
    if (length > MOST_BYTES)
      throw new UTFDataFormatException("encoded string (" + head(text) + ") too long: " + length + " bytes");
    byte[] bytes = new byte[(int) length + 2];
    bytes[0] = (byte) (length >>> 8);
    bytes[1] = (byte) length;
    int at = 2;
    for (int i = 0; i < text.length(); i++)
      at = put(bytes, at, text.charAt(i));
    return bytes;
  }

  private static int bytesOf(char c) {
    return c != 0 && c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
  }

  private static String head(String text) {
    return text.substring(0, 8) + "..." + text.substring(text.length() - 8);
  }

  private static int put(byte[] bytes, int at, char c) {
    switch (bytesOf(c)) {
      case 1:
        bytes[at] = (byte) c;
        return at + 1;
      case 2:
        bytes[at] = (byte) (0xc0 | c >> 6);
        bytes[at + 1] = (byte) (0x80 | c & 0x3f);
        return at + 2;
      default:
        bytes[at] = (byte) (0xe0 | c >> 12);
        bytes[at + 1] = (byte) (0x80 | c >> 6 & 0x3f);
        bytes[at + 2] = (byte) (0x80 | c & 0x3f);
        return at + 3;
    }
  }

  static String decode(byte[] bytes) throws UTFDataFormatException {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < bytes.length;) {
      int first = bytes[at] & 0xff;
      int more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : -1;
      if (more < 0)
        throw new UTFDataFormatException("malformed input around byte " + at);
      if (at + more >= bytes.length)
        throw new UTFDataFormatException("malformed input: partial character at end");
      for (int i = 1; i <= more; i++)
        if ((bytes[at + i] & 0xc0) != 0x80)
          throw new UTFDataFormatException("malformed input around byte " + (at + 2));
      text.append((char) (more == 0 ? first : more == 1 ? (first & 0x1f) << 6 | bytes[at + 1] & 0x3f
          : (first & 0xf) << 12 | (bytes[at + 1] & 0x3f) << 6 | bytes[at + 2] & 0x3f));
      at += more + 1;
    }
    return text.toString();
  }
}
