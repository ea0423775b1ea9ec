/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From characters to bytes, in buffers of any size. A subclass converts; here is decided what becomes of what it cannot
 * convert. */
package java.nio.charset;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

public abstract class CharsetEncoder {
  private final Charset charset;
  private final float average;
  private final float most;
  private byte[] replacement;
  private CodingErrorAction onMalformed = CodingErrorAction.REPORT;
  private CodingErrorAction onUnmappable = CodingErrorAction.REPORT;
  private CoderState state = CoderState.RESET;

  protected CharsetEncoder(Charset charset, float averageBytesPerChar, float maxBytesPerChar) {
    this(charset, averageBytesPerChar, maxBytesPerChar, new byte[] {'?'});
  }

  protected CharsetEncoder(Charset charset, float averageBytesPerChar, float maxBytesPerChar, byte[] replacement) {
    if (averageBytesPerChar <= 0)
      throw new IllegalArgumentException("Non-positive averageBytesPerChar");
    if (maxBytesPerChar <= 0)
      throw new IllegalArgumentException("Non-positive maxBytesPerChar");
    if (averageBytesPerChar > maxBytesPerChar)
      throw new IllegalArgumentException("averageBytesPerChar exceeds maxBytesPerChar");
    this.charset = charset;
    average = averageBytesPerChar;
    most = maxBytesPerChar;
    this.replacement = replacement;
  }

  public final Charset charset() {
    return charset;
  }

  public final float averageBytesPerChar() {
    return average;
  }

  public final float maxBytesPerChar() {
    return most;
  }

  public final byte[] replacement() {
    return replacement.clone();
  }

  public final CharsetEncoder replaceWith(byte[] newReplacement) {
    if (newReplacement == null)
      throw new IllegalArgumentException("Null replacement");
    if (newReplacement.length == 0)
      throw new IllegalArgumentException("Empty replacement");
    if (newReplacement.length > most)
      throw new IllegalArgumentException("Replacement too long");
    if (!isLegalReplacement(newReplacement))
      throw new IllegalArgumentException("Illegal replacement");
    replacement = newReplacement.clone();
    implReplaceWith(replacement);
    return this;
  }

  protected void implReplaceWith(byte[] newReplacement) {
  }

  /* Whether these bytes can be decoded. */
  public boolean isLegalReplacement(byte[] bytes) {
    try {
      charset.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  public CodingErrorAction malformedInputAction() {
    return onMalformed;
  }

  public final CharsetEncoder onMalformedInput(CodingErrorAction action) {
    onMalformed = CodingErrorAction.checked(action);
    implOnMalformedInput(action);
    return this;
  }

  protected void implOnMalformedInput(CodingErrorAction action) {
  }

  public CodingErrorAction unmappableCharacterAction() {
    return onUnmappable;
  }

  public final CharsetEncoder onUnmappableCharacter(CodingErrorAction action) {
    onUnmappable = CodingErrorAction.checked(action);
    implOnUnmappableCharacter(action);
    return this;
  }

  protected void implOnUnmappableCharacter(CodingErrorAction action) {
  }

  /* Converts as much as it can; returns why it stopped. */
  protected abstract CoderResult encodeLoop(CharBuffer in, ByteBuffer out);

  private CoderResult convert(CharBuffer in, ByteBuffer out, boolean endOfInput) {
    CoderResult result;
    try {
      result = encodeLoop(in, out);
    } catch (BufferUnderflowException | BufferOverflowException e) {
      throw new CoderMalfunctionError(e);
    }
    return result.isUnderflow() && endOfInput && in.hasRemaining()
        ? CoderResult.malformedForLength(in.remaining()) : result;
  }

  public final CoderResult encode(CharBuffer in, ByteBuffer out, boolean endOfInput) {
    state = state.code(endOfInput);
    for (;;) {
      CoderResult result = convert(in, out, endOfInput);
      if (!result.isError())
        return result;
      CodingErrorAction action = result.isMalformed() ? onMalformed : onUnmappable;
      if (action == CodingErrorAction.REPORT)
        return result;
      if (action == CodingErrorAction.REPLACE) {
        if (out.remaining() < replacement.length)
          return CoderResult.OVERFLOW;
        out.put(replacement);
      }
      in.position(in.position() + result.length());
    }
  }

  public final CoderResult flush(ByteBuffer out) {
    state.checkFlush();
    if (state == CoderState.FLUSHED)
      return CoderResult.UNDERFLOW;
    CoderResult result = implFlush(out);
    if (result.isUnderflow())
      state = CoderState.FLUSHED;
    return result;
  }

  protected CoderResult implFlush(ByteBuffer out) {
    return CoderResult.UNDERFLOW;
  }

  public final CharsetEncoder reset() {
    implReset();
    state = CoderState.RESET;
    return this;
  }

  protected void implReset() {
  }

  /* All of `in`, in a new buffer. */
  public final ByteBuffer encode(CharBuffer in) throws CharacterCodingException {
    ByteBuffer out = ByteBuffer.allocate((int) (in.remaining() * average));
    if (!in.hasRemaining())
      return out;
    reset();
    for (;;) {
      CoderResult result = in.hasRemaining() ? encode(in, out, true) : CoderResult.UNDERFLOW;
      if (result.isUnderflow())
        result = flush(out);
      if (result.isUnderflow())
        return out.flip();
      if (!result.isOverflow())
        result.throwException();
      out = ByteBuffer.allocate(2 * out.capacity() + 1).put(out.flip());
    }
  }

  private boolean canEncode(CharBuffer text) {
    if (state == CoderState.FLUSHED)
      reset();
    else if (state != CoderState.RESET)
      throw new IllegalStateException("Current state = " + state + ", new state = " + CoderState.CODING);
    CodingErrorAction malformed = onMalformed;
    CodingErrorAction unmappable = onUnmappable;
    try {
      onMalformedInput(CodingErrorAction.REPORT).onUnmappableCharacter(CodingErrorAction.REPORT).encode(text);
      return true;
    } catch (CharacterCodingException e) {
      return false;
    } finally {
      onMalformedInput(malformed).onUnmappableCharacter(unmappable).reset();
    }
  }

  public boolean canEncode(char c) {
    return canEncode(CharBuffer.wrap(new char[] {c}));
  }

  public boolean canEncode(CharSequence text) {
    return canEncode(CharBuffer.wrap(text));
  }
}
