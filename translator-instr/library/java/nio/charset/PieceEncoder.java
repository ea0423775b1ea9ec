/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The encoder of a charset that encodes character by character. */
package java.nio.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import jx.text.Encoding;

final class PieceEncoder extends CharsetEncoder {
  private final Encoding encoding;
  private final byte[] piece = new byte[Encoding.LONGEST];

  PieceEncoder(Charset charset, float averageBytesPerChar, float maxBytesPerChar) {
    super(charset, averageBytesPerChar, maxBytesPerChar, charset.encoding().replacement());
    encoding = charset.encoding();
  }

  @Override
  protected void implReset() {
    encoding.restart();
  }

  @Override
  protected CoderResult encodeLoop(CharBuffer in, ByteBuffer out) {
    if (in.hasRemaining()) {
      if (out.remaining() < encoding.beginLength())
        return CoderResult.OVERFLOW;
      out.put(piece, 0, encoding.begin(piece, 0));
    }
    CoderResult result = CoderResult.UNDERFLOW;
    while (in.hasRemaining() && result == CoderResult.UNDERFLOW) {
      char c = in.charAt(0);
      if (!Character.isSurrogate(c)) {
        result = encode(c, 1, in, out);
      } else if (Character.isLowSurrogate(c)) {
        result = CoderResult.malformedForLength(1);
      } else {
        if (in.remaining() < 2)
          break;
        char low = in.charAt(1);
        result = Character.isLowSurrogate(low) ? encode(Character.toCodePoint(c, low), 2, in, out)
            : CoderResult.malformedForLength(1);
      }
    }
    return result;
  }

  /* The next character, `units` long; it stays where it is when there is no room for it. */
  private CoderResult encode(int codePoint, int units, CharBuffer in, ByteBuffer out) {
    int length = encoding.length(codePoint);
    if (length == 0)
      return CoderResult.unmappableForLength(units);
    if (out.remaining() < length)
      return CoderResult.OVERFLOW;
    encoding.put(piece, 0, codePoint);
    out.put(piece, 0, length);
    in.position(in.position() + units);
    return CoderResult.UNDERFLOW;
  }
}
