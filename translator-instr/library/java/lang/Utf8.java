/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * UTF-8, and the encodings of one byte a character. What is malformed becomes U+FFFD (decoding) or a question mark
 * (encoding). */
package java.lang;

final class Utf8 {
  private static final char REPLACEMENT = 0xfffd;

  private static final int[] LEAD = {0, 0xc0, 0xe0, 0xf0};

  private Utf8() {
  }

  static byte[] encode(char[] text, int offset, int count) {
    byte[] bytes = new byte[encodedLength(text, offset, count)];
    int at = 0;
    for (; at < count && text[offset + at] < 0x80; at++)
      bytes[at] = (byte) text[offset + at];
    for (int i = offset + at; i < offset + count; i++) {
      int c = text[i];
      if (c < 0x80) {
        bytes[at++] = (byte) c;
        continue;
      }
      if (isPair(text, i, offset + count))
        c = Character.toCodePoint(text[i], text[++i]);
      else if (Character.isSurrogate((char) c))
        c = '?';
      at = put(bytes, at, c);
    }
    return bytes;
  }

  private static boolean isPair(char[] text, int at, int end) {
    return Character.isHighSurrogate(text[at]) && at + 1 < end && Character.isLowSurrogate(text[at + 1]);
  }

  private static int put(byte[] bytes, int at, int c) {
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    bytes[at++] = (byte) (more == 0 ? c : LEAD[more] | c >> 6 * more);
    while (more-- > 0)
      bytes[at++] = (byte) (0x80 | c >> 6 * more & 0x3f);
    return at;
  }

  private static int encodedLength(char[] text, int offset, int count) {
    int length = count;
    for (int i = offset; i < offset + count; i++) {
      char c = text[i];
      if (c < 0x80)
        continue;
      if (isPair(text, i, offset + count)) {
        length += 2;
        i++;
      } else if (!Character.isSurrogate(c)) {
        length += c < 0x800 ? 1 : 2;
      }
    }
    return length;
  }

  static char[] decode(byte[] bytes, int offset, int count) {
    char[] ascii = new char[count];
    for (int i = 0; i < count; i++) {
      byte b = bytes[offset + i];
      if (b < 0)
        return decodeLong(bytes, offset, count);
      ascii[i] = (char) b;
    }
    return ascii;
  }

  private static char[] decodeLong(byte[] bytes, int offset, int count) {
    StringBuilder text = new StringBuilder(count);
    int end = offset + count;
    for (int at = offset; at < end;) {
      int first = bytes[at++] & 0xff;
      int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
      int c = more < 0 ? REPLACEMENT : more == 0 ? first : first & 0x3f >> more;
      for (int i = 0; i < more; i++) {
        if (at == end || !continues(first, i, bytes[at])) {
          c = REPLACEMENT;
          break;
        }
        c = c << 6 | bytes[at++] & 0x3f;
      }
      text.appendCodePoint(c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c);
    }
    return text.toString().toCharArray();
  }

  /* The byte after E0, F0 and F4 is confined: no overlong forms, nothing beyond U+10FFFF. A surrogate is read, and is
   * then malformed as a whole, as the JDK has it. */
  private static boolean continues(int first, int index, byte next) {
    int b = next & 0xff;
    int low = index > 0 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int high = index == 0 && first == 0xf4 ? 0x8f : 0xbf;
    return b >= low && b <= high;
  }

  /* One byte a character; those beyond `largest` are not known. */
  static char[] decodeSingle(byte[] bytes, int offset, int count, int largest) {
    char[] text = new char[count];
    for (int i = 0; i < count; i++) {
      int c = bytes[offset + i] & 0xff;
      text[i] = c <= largest ? (char) c : REPLACEMENT;
    }
    return text;
  }

  static byte[] encodeSingle(char[] text, int largest) {
    byte[] bytes = new byte[text.length];
    int length = 0;
    for (int i = 0; i < text.length; i++) {
      bytes[length++] = (byte) (text[i] <= largest ? text[i] : '?');
      if (Character.isHighSurrogate(text[i]) && i + 1 < text.length && Character.isLowSurrogate(text[i + 1]))
        i++;
    }
    return length == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, length);
  }
}
