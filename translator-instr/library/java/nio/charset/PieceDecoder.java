/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The decoder of a charset that decodes character by character. */
package java.nio.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import jx.text.Decoding;

final class PieceDecoder extends CharsetDecoder {
  private final Decoding decoding;

  PieceDecoder(Charset charset, float averageCharsPerByte, float maxCharsPerByte) {
    super(charset, averageCharsPerByte, maxCharsPerByte);
    decoding = charset.decoding();
  }

  @Override
  protected void implReset() {
    decoding.restart();
  }

  @Override
  protected CoderResult decodeLoop(ByteBuffer in, CharBuffer out) {
    byte[] bytes = new byte[in.remaining()];
    in.duplicate().get(bytes);
    int start = in.position();
    int at = 0;
    CoderResult result = CoderResult.UNDERFLOW;
    while (at < bytes.length && result == CoderResult.UNDERFLOW) {
      int found = decoding.next(bytes, at, bytes.length);
      if (found == Decoding.UNFINISHED)
        break;
      if (found < 0)
        result = CoderResult.malformedForLength(-found);
      else if (put(found, out))
        at += Decoding.length(found);
      else
        result = CoderResult.OVERFLOW;
    }
    in.position(start + at);
    return result;
  }

  /* Whether there was room for it. */
  private static boolean put(int found, CharBuffer out) {
    if ((found & Decoding.NOTHING) != 0)
      return true;
    int codePoint = Decoding.codePoint(found);
    if (out.remaining() < Character.charCount(codePoint))
      return false;
    if (Character.isBmpCodePoint(codePoint))
      out.put((char) codePoint);
    else
      out.put(Character.highSurrogate(codePoint)).put(Character.lowSurrogate(codePoint));
    return true;
  }
}
