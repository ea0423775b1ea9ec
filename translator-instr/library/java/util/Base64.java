/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Three bytes as four characters (RFC 4648; MIME: RFC 2045). */
package java.util;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

public class Base64 {
  static final int MIME_LINE = 76;

  private static final byte[] BASIC = digits("+/");
  private static final byte[] URL = digits("-_");
  private static final byte[] CRLF = {'\r', '\n'};

  private Base64() {
  }

  private static byte[] digits(String last) {
    byte[] digits = new byte[64];
    for (int i = 0; i < 26; i++) {
      digits[i] = (byte) ('A' + i);
      digits[26 + i] = (byte) ('a' + i);
    }
    for (int i = 0; i < 10; i++)
      digits[52 + i] = (byte) ('0' + i);
    digits[62] = (byte) last.charAt(0);
    digits[63] = (byte) last.charAt(1);
    return digits;
  }

  public static Encoder getEncoder() {
    return new Encoder(BASIC, 0, null, true);
  }

  public static Encoder getUrlEncoder() {
    return new Encoder(URL, 0, null, true);
  }

  public static Encoder getMimeEncoder() {
    return new Encoder(BASIC, MIME_LINE, CRLF, true);
  }

  /* Lines of `length` characters, rounded down to whole groups; 0 or less: one line. */
  public static Encoder getMimeEncoder(int length, byte[] separator) {
    for (byte b : separator)
      for (byte digit : BASIC)
        if (b == digit || b == '=')
          throw new IllegalArgumentException("Illegal base64 line separator character 0x"
              + Integer.toHexString(b & 0xff));
    int whole = length & ~3;
    return whole <= 0 ? getEncoder() : new Encoder(BASIC, whole, separator.clone(), true);
  }

  public static Decoder getDecoder() {
    return new Decoder(BASIC, false);
  }

  public static Decoder getUrlDecoder() {
    return new Decoder(URL, false);
  }

  /* What is no digit is skipped. */
  public static Decoder getMimeDecoder() {
    return new Decoder(BASIC, true);
  }

  public static class Encoder {
    final byte[] digits;
    /* Characters of a line; 0: there is one line only. */
    final int line;
    final byte[] separator;
    final boolean padding;

    private Encoder(byte[] digits, int line, byte[] separator, boolean padding) {
      this.digits = digits;
      this.line = line;
      this.separator = separator;
      this.padding = padding;
    }

    public Encoder withoutPadding() {
      return padding ? new Encoder(digits, line, separator, false) : this;
    }

    private int encodedLength(int count) {
      int rest = count % 3;
      long length = 4L * (count / 3) + (rest == 0 ? 0 : padding ? 4 : rest + 1);
      if (line > 0 && length > 0)
        length += (length - 1) / line * separator.length;
      if (length > Integer.MAX_VALUE)
        throw new OutOfMemoryError("Encoded size is too large");
      return (int) length;
    }

    /* The last one or two bytes, or three: writes their characters, and returns the end. */
    int putGroup(byte[] bytes, int from, int count, byte[] to, int at) {
      int bits = (bytes[from] & 0xff) << 16;
      if (count > 1)
        bits |= (bytes[from + 1] & 0xff) << 8;
      if (count > 2)
        bits |= bytes[from + 2] & 0xff;
      to[at] = digits[bits >>> 18];
      to[at + 1] = digits[bits >>> 12 & 63];
      if (count > 1)
        to[at + 2] = digits[bits >>> 6 & 63];
      else if (padding)
        to[at + 2] = '=';
      if (count > 2)
        to[at + 3] = digits[bits & 63];
      else if (padding)
        to[at + 3] = '=';
      return at + (padding ? 4 : count + 1);
    }

    private int encode(byte[] bytes, int offset, int count, byte[] to) {
      int end = offset + count;
      int at = 0;
      int column = 0;
      for (int from = offset; from < end; from += 3) {
        if (line > 0 && column == line) {
          System.arraycopy(separator, 0, to, at, separator.length);
          at += separator.length;
          column = 0;
        }
        at = putGroup(bytes, from, Math.min(end - from, 3), to, at);
        column += 4;
      }
      return at;
    }

    public byte[] encode(byte[] bytes) {
      byte[] to = new byte[encodedLength(bytes.length)];
      encode(bytes, 0, bytes.length, to);
      return to;
    }

    public int encode(byte[] bytes, byte[] to) {
      int length = encodedLength(bytes.length);
      if (to.length < length)
        throw new IllegalArgumentException("Output byte array is too small for encoding all input bytes");
      return encode(bytes, 0, bytes.length, to);
    }

    public String encodeToString(byte[] bytes) {
      return new String(encode(bytes), StandardCharsets.ISO_8859_1);
    }

    public ByteBuffer encode(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return ByteBuffer.wrap(encode(bytes));
    }

    /* Closing the stream that is returned writes the last group. */
    public OutputStream wrap(OutputStream out) {
      return new Base64Output(this, Objects.requireNonNull(out));
    }
  }

  public static class Decoder {
    static final int NO_DIGIT = -1;
    static final int PAD = -2;

    private final byte[] values = new byte[256];
    private final boolean mime;

    private Decoder(byte[] digits, boolean mime) {
      Arrays.fill(values, (byte) NO_DIGIT);
      for (int i = 0; i < digits.length; i++)
        values[digits[i]] = (byte) i;
      values['='] = PAD;
      this.mime = mime;
    }

    /* The value of a character, 0 to 63; PAD, NO_DIGIT. */
    int value(int c) {
      return values[c & 0xff];
    }

    boolean skipsOthers() {
      return mime;
    }

    private static IllegalArgumentException illegal(int c) {
      return new IllegalArgumentException("Illegal base64 character " + Integer.toString(c, 16));
    }

    /* Behind the `count` characters of an incomplete group: may padding stand at bytes[at], and nothing else? */
    private void checkEnd(byte[] bytes, int at, int end, int count) {
      int next = at;
      if (count == 2) {
        if (next == end || bytes[next++] != '=')
          throw new IllegalArgumentException("Input byte array has wrong 4-byte ending unit");
      }
      if (count == 1)
        throw new IllegalArgumentException("Last unit does not have enough valid bits");
      if (count == 0)
        throw new IllegalArgumentException("Input byte array has wrong 4-byte ending unit");
      checkNothing(bytes, next, end);
    }

    private void checkNothing(byte[] bytes, int from, int end) {
      for (int i = from; i < end; i++)
        if (!mime || value(bytes[i]) >= 0)
          throw new IllegalArgumentException("Input byte array has incorrect ending byte at " + (mime ? i + 1 : i));
    }

    /* Writes the bytes to `to`, which is long enough; returns how many they are. */
    private int fill(byte[] bytes, byte[] to) {
      int length = 0;
      int bits = 0;
      int count = 0;
      for (int at = 0; at < bytes.length; at++) {
        int value = value(bytes[at]);
        if (value == NO_DIGIT && mime)
          continue;
        if (value == NO_DIGIT)
          throw illegal(bytes[at]);
        if (value == PAD) {
          checkEnd(bytes, at + 1, bytes.length, count);
          break;
        }
        bits = bits << 6 | value;
        if (++count == 4) {
          to[length] = (byte) (bits >> 16);
          to[length + 1] = (byte) (bits >> 8);
          to[length + 2] = (byte) bits;
          length += 3;
          count = 0;
        }
      }
      if (count == 1)
        throw new IllegalArgumentException("Last unit does not have enough valid bits");
      return putRest(bits, count, to, length);
    }

    private static int putRest(int bits, int count, byte[] to, int length) {
      if (count == 2)
        to[length++] = (byte) (bits >> 4);
      if (count == 3) {
        to[length++] = (byte) (bits >> 10);
        to[length++] = (byte) (bits >> 2);
      }
      return length;
    }

    /* How many bytes the characters are, padding seen. */
    private int decodedLength(byte[] bytes) {
      int length = bytes.length;
      if (length == 0)
        return 0;
      if (length < 2 && !mime)
        throw new IllegalArgumentException("Input byte[] should at least have 2 bytes for base64 bytes");
      int padding = 0;
      if (mime)
        length = countDigits(bytes);
      else if (bytes[length - 1] == '=')
        padding = bytes[length - 2] == '=' ? 2 : 1;
      if (padding == 0)
        padding = -length & 3;
      return (int) ((length + 3L) / 4 * 3) - padding;
    }

    private int countDigits(byte[] bytes) {
      int count = 0;
      for (int i = 0; i < bytes.length && bytes[i] != '='; i++)
        if (value(bytes[i]) != NO_DIGIT)
          count++;
      return count;
    }

    public byte[] decode(byte[] bytes) {
      byte[] to = new byte[decodedLength(bytes)];
      int length = fill(bytes, to);
      return length == to.length ? to : Arrays.copyOf(to, length);
    }

    public byte[] decode(String text) {
      return decode(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public int decode(byte[] bytes, byte[] to) {
      if (to.length < decodedLength(bytes))
        throw new IllegalArgumentException("Output byte array is too small for decoding all input bytes");
      return fill(bytes, to);
    }

    public ByteBuffer decode(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      ByteBuffer decoded = ByteBuffer.wrap(decode(bytes));
      buffer.position(buffer.limit());
      return decoded;
    }

    public InputStream wrap(InputStream in) {
      return new Base64Input(this, Objects.requireNonNull(in));
    }
  }
}
