/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From bytes to characters, in buffers of any size. A subclass converts; here is decided what becomes of what it cannot
 * convert. */
package java.nio.charset;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

public abstract class CharsetDecoder {
  private final Charset charset;
  private final float average;
  private final float most;
  private String replacement;
  private CodingErrorAction onMalformed = CodingErrorAction.REPORT;
  private CodingErrorAction onUnmappable = CodingErrorAction.REPORT;
  private CoderState state = CoderState.RESET;

  protected CharsetDecoder(Charset charset, float averageCharsPerByte, float maxCharsPerByte) {
    if (averageCharsPerByte <= 0)
      throw new IllegalArgumentException("Non-positive averageCharsPerByte");
    if (maxCharsPerByte <= 0)
      throw new IllegalArgumentException("Non-positive maxCharsPerByte");
    if (averageCharsPerByte > maxCharsPerByte)
      throw new IllegalArgumentException("averageCharsPerByte exceeds maxCharsPerByte");
    this.charset = charset;
    average = averageCharsPerByte;
    most = maxCharsPerByte;
    replacement = "\ufffd";
  }

  public final Charset charset() {
    return charset;
  }

  public final float averageCharsPerByte() {
    return average;
  }

  public final float maxCharsPerByte() {
    return most;
  }

  public final String replacement() {
    return replacement;
  }

  public final CharsetDecoder replaceWith(String newReplacement) {
    if (newReplacement == null)
      throw new IllegalArgumentException("Null replacement");
    if (newReplacement.isEmpty())
      throw new IllegalArgumentException("Empty replacement");
    if (newReplacement.length() > most)
      throw new IllegalArgumentException("Replacement too long");
    replacement = newReplacement;
    implReplaceWith(newReplacement);
    return this;
  }

  protected void implReplaceWith(String newReplacement) {
  }

  public CodingErrorAction malformedInputAction() {
    return onMalformed;
  }

  public final CharsetDecoder onMalformedInput(CodingErrorAction action) {
    onMalformed = CodingErrorAction.checked(action);
    implOnMalformedInput(action);
    return this;
  }

  protected void implOnMalformedInput(CodingErrorAction action) {
  }

  public CodingErrorAction unmappableCharacterAction() {
    return onUnmappable;
  }

  public final CharsetDecoder onUnmappableCharacter(CodingErrorAction action) {
    onUnmappable = CodingErrorAction.checked(action);
    implOnUnmappableCharacter(action);
    return this;
  }

  protected void implOnUnmappableCharacter(CodingErrorAction action) {
  }

  /* Converts as much as it can; returns why it stopped. */
  protected abstract CoderResult decodeLoop(ByteBuffer in, CharBuffer out);

  private CoderResult convert(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    CoderResult result;
    try {
      result = decodeLoop(in, out);
    } catch (BufferUnderflowException | BufferOverflowException e) {
      throw new CoderMalfunctionError(e);
    }
    return result.isUnderflow() && endOfInput && in.hasRemaining()
        ? CoderResult.malformedForLength(in.remaining()) : result;
  }

  public final CoderResult decode(ByteBuffer in, CharBuffer out, boolean endOfInput) {
    state = state.code(endOfInput);
    for (;;) {
      CoderResult result = convert(in, out, endOfInput);
      if (!result.isError())
        return result;
      CodingErrorAction action = result.isMalformed() ? onMalformed : onUnmappable;
      if (action == CodingErrorAction.REPORT)
        return result;
      if (action == CodingErrorAction.REPLACE) {
        if (out.remaining() < replacement.length())
          return CoderResult.OVERFLOW;
        out.put(replacement);
      }
      in.position(in.position() + result.length());
    }
  }

  public final CoderResult flush(CharBuffer out) {
    state.checkFlush();
    if (state == CoderState.FLUSHED)
      return CoderResult.UNDERFLOW;
    CoderResult result = implFlush(out);
    if (result.isUnderflow())
      state = CoderState.FLUSHED;
    return result;
  }

  protected CoderResult implFlush(CharBuffer out) {
    return CoderResult.UNDERFLOW;
  }

  public final CharsetDecoder reset() {
    implReset();
    state = CoderState.RESET;
    return this;
  }

  protected void implReset() {
  }

  /* All of `in`, in a new buffer. */
  public final CharBuffer decode(ByteBuffer in) throws CharacterCodingException {
    CharBuffer out = CharBuffer.allocate((int) (in.remaining() * average));
    if (!in.hasRemaining())
      return out;
    reset();
    for (;;) {
      CoderResult result = in.hasRemaining() ? decode(in, out, true) : CoderResult.UNDERFLOW;
      if (result.isUnderflow())
        result = flush(out);
      if (result.isUnderflow())
        return out.flip();
      if (!result.isOverflow())
        result.throwException();
      out = CharBuffer.allocate(2 * out.capacity() + 1).put(out.flip());
    }
  }

  public boolean isAutoDetecting() {
    return false;
  }

  public boolean isCharsetDetected() {
    throw new UnsupportedOperationException();
  }

  public Charset detectedCharset() {
    throw new UnsupportedOperationException();
  }
}
