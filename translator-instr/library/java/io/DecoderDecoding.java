/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A CharsetDecoder, for a reader. What it reports is thrown, in an UncheckedIOException. */
package java.io;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import jx.text.Decoding;

final class DecoderDecoding extends Decoding {
  private final CharsetDecoder decoder;
  private int unread;

  DecoderDecoding(CharsetDecoder decoder) {
    this.decoder = decoder;
  }

  @Override
  public int next(byte[] bytes, int at, int end) {
    throw new UnsupportedOperationException();
  }

  @Override
  public char[] decode(byte[] bytes, int offset, int count, boolean last) {
    ByteBuffer in = ByteBuffer.wrap(bytes, offset, count);
    CharBuffer out = CharBuffer.allocate((int) (count * decoder.maxCharsPerByte()) + decoder.replacement().length());
    CoderResult result = decoder.decode(in, out, last);
    if (result.isUnderflow() && last)
      result = decoder.flush(out);
    unread = in.remaining();
    if (result.isError())
      throwError(result);
    char[] text = new char[out.flip().remaining()];
    out.get(text);
    return text;
  }

  static void throwError(CoderResult result) {
    try {
      result.throwException();
    } catch (CharacterCodingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int unread() {
    return unread;
  }
}
