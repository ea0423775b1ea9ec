/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A CharsetEncoder, for a writer. What it reports is thrown, in an UncheckedIOException. */
package java.io;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import jx.text.Encoding;

final class EncoderEncoding extends Encoding {
  private final CharsetEncoder encoder;

  EncoderEncoding(CharsetEncoder encoder) {
    this.encoder = encoder;
  }

  @Override
  public int length(int codePoint) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int put(byte[] to, int at, int codePoint) {
    throw new UnsupportedOperationException();
  }

  /* Characters are whole here, but for one at the very end, which is malformed. */
  @Override
  public byte[] encode(char[] text, int offset, int count) {
    CharBuffer in = CharBuffer.wrap(text, offset, count);
    ByteBuffer out = ByteBuffer.allocate((int) (count * encoder.maxBytesPerChar()) + LONGEST);
    boolean half = count > 0 && Character.isHighSurrogate(text[offset + count - 1]);
    CoderResult result = encoder.encode(in, out, half);
    if (half)
      encoder.reset();
    if (result.isError())
      DecoderDecoding.throwError(result);
    byte[] bytes = new byte[out.flip().remaining()];
    out.get(bytes);
    return bytes;
  }
}
