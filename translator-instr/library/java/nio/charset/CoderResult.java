/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Why an encoder or a decoder stopped. */
package java.nio.charset;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;

public class CoderResult {
  private enum Kind { UNDERFLOW, OVERFLOW, MALFORMED, UNMAPPABLE }

  public static final CoderResult UNDERFLOW = new CoderResult(Kind.UNDERFLOW, 0);
  public static final CoderResult OVERFLOW = new CoderResult(Kind.OVERFLOW, 0);

  private final Kind kind;
  private final int length;

  private CoderResult(Kind kind, int length) {
    this.kind = kind;
    this.length = length;
  }

  private static CoderResult error(Kind kind, int length) {
    if (length <= 0)
      throw new IllegalArgumentException("Non-positive length");
    return new CoderResult(kind, length);
  }

  public static CoderResult malformedForLength(int length) {
    return error(Kind.MALFORMED, length);
  }

  public static CoderResult unmappableForLength(int length) {
    return error(Kind.UNMAPPABLE, length);
  }

  public boolean isUnderflow() {
    return kind == Kind.UNDERFLOW;
  }

  public boolean isOverflow() {
    return kind == Kind.OVERFLOW;
  }

  public boolean isError() {
    return length > 0;
  }

  public boolean isMalformed() {
    return kind == Kind.MALFORMED;
  }

  public boolean isUnmappable() {
    return kind == Kind.UNMAPPABLE;
  }

  public int length() {
    if (!isError())
      throw new UnsupportedOperationException();
    return length;
  }

  public void throwException() throws CharacterCodingException {
    switch (kind) {
      case UNDERFLOW:
        throw new BufferUnderflowException();
      case OVERFLOW:
        throw new BufferOverflowException();
      case MALFORMED:
        throw new MalformedInputException(length);
      default:
        throw new UnmappableCharacterException(length);
    }
  }

  @Override
  public String toString() {
    return isError() ? kind + "[" + length + "]" : kind.toString();
  }
}
