/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * From characters to bytes, piece by piece. What cannot be written becomes replacement(). */
package jx.text;

public abstract class Encoding {
  /* The most bytes that length() returns. */
  public static final int LONGEST = 4;

  private static final byte[] QUESTION_MARK = {'?'};

  /* Writes what stands before the first character to `to`, once; returns its length, up to LONGEST. */
  public int begin(byte[] to, int at) {
    return 0;
  }

  /* How many bytes begin() would write. */
  public int beginLength() {
    return 0;
  }

  /* How many bytes put() would write for this code point, which is no surrogate; 0: it cannot be written. */
  public abstract int length(int codePoint);

  /* Writes a code point that can be written to `to` from `at` on; returns length(). */
  public abstract int put(byte[] to, int at, int codePoint);

  /* What stands for what cannot be written. */
  public byte[] replacement() {
    return QUESTION_MARK;
  }

  /* Begins anew: a mark at the beginning is written again. */
  public void restart() {
  }

  static boolean isPair(char[] text, int at, int end) {
    return Character.isHighSurrogate(text[at]) && at + 1 < end && Character.isLowSurrogate(text[at + 1]);
  }

  /* The bytes of text[offset, offset + count). */
  public byte[] encode(char[] text, int offset, int count) {
    byte[] bytes = new byte[2 * count + LONGEST];
    int length = count > 0 ? begin(bytes, 0) : 0;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      int c = text[i];
      boolean pair = isPair(text, i, end);
      if (pair)
        c = Character.toCodePoint(text[i], text[++i]);
      if (length + LONGEST > bytes.length)
        bytes = java.util.Arrays.copyOf(bytes, 2 * bytes.length);
      if (!pair && Character.isSurrogate((char) c) || length(c) == 0)
        length += replace(bytes, length);
      else
        length += put(bytes, length, c);
    }
    return length == bytes.length ? bytes : java.util.Arrays.copyOf(bytes, length);
  }

  private int replace(byte[] to, int at) {
    byte[] replacement = replacement();
    System.arraycopy(replacement, 0, to, at, replacement.length);
    return replacement.length;
  }
}
