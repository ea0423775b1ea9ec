/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Cuts a stream of bytes into words, whatever the pieces in which it comes.
 *
 * A word is a longest run of ASCII letters and digits and of bytes from 0x80 up, so that UTF-8 stays whole. Capitals
 * become small letters. Of a longer word the first KEPT bytes are kept; its length counts in full. */
package textindex;

import java.util.Arrays;

final class Splitter {
  static final int KEPT = 64;

  interface Sink {
    void accept(Token token) throws InterruptedException;
  }

  private final Sink sink;
  private final byte[] fold = new byte[256]; /* a byte's small letter; 0 for bytes between words */
  private final byte[] open = new byte[KEPT];
  private long position;                     /* bytes taken so far */
  private long length;                       /* of the open word, uncut; 0 when none is open */
  private long words, longest;

  Splitter(Sink sink) {
    this.sink = sink;
    for (int c = '0'; c <= '9'; c++)
      fold[c] = (byte)c;
    for (int c = 'a'; c <= 'z'; c++)
      fold[c] = fold[c - 'a' + 'A'] = (byte)c;
    for (int c = 0x80; c <= 0xff; c++)
      fold[c] = (byte)c;
  }

  void split(Block block) throws InterruptedException {
    int done = 0;
    while (done < block.length) {
      done = gather(block, done);
      if (done == block.length)
        break;
      if (length > 0)
        finish(position + done);
      done = skip(block, done);
    }
    position += block.length;
  }

  /* The stream has ended, and a word that was still open. */
  void end() throws InterruptedException {
    if (length > 0)
      finish(position);
  }

  private int gather(Block block, int at) {
    byte c;
    for (; at < block.length && (c = fold[block.bytes[at] & 0xff]) != 0; at++, length++)
      if (length < KEPT)
        open[(int)length] = c;
    return at;
  }

  private int skip(Block block, int at) {
    while (at < block.length && fold[block.bytes[at] & 0xff] == 0)
      at++;
    return at;
  }

  private void finish(long end) throws InterruptedException {
    Word word = new Word(Arrays.copyOf(open, (int)Math.min(length, KEPT)));
    Token token = new Token(word, end - length);
    words++;
    longest = Math.max(longest, length);
    length = 0;
    sink.accept(token);
  }

  long words() {
    return words;
  }

  long longest() {
    return longest;
  }
}
