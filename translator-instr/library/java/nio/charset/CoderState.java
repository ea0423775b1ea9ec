/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Where an encoder or a decoder is in its input. */
package java.nio.charset;

enum CoderState {
  RESET, CODING, CODING_END, FLUSHED;

  /* The state behind a step of coding; throws where the calls come in a wrong order. */
  CoderState code(boolean endOfInput) {
    CoderState next = endOfInput ? CODING_END : CODING;
    if (this == FLUSHED || this == CODING_END && !endOfInput)
      refuse(next);
    return next;
  }

  void checkFlush() {
    if (this == RESET || this == CODING)
      refuse(FLUSHED);
  }

  private void refuse(CoderState next) {
    throw new IllegalStateException("Current state = " + this + ", new state = " + next);
  }
}
