/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stage that cuts the input into blocks, sums it up, and hands each block to both its readers. */
package textindex;

import java.io.IOException;
import java.io.InputStream;

final class Reader extends Pipeline.Stage {
  private static final int BLOCK_BYTES = 16384; /* as kernel/programs/text/text.h */

  private final InputStream input;
  private final Channel<Block> tokenizer, auditor;
  private long bytes, lines, checksum = Fnv.START;

  Reader(Pipeline pipeline, InputStream input, Channel<Block> tokenizer, Channel<Block> auditor) {
    super(pipeline, "reader");
    this.input = input;
    this.tokenizer = tokenizer;
    this.auditor = auditor;
  }

  @Override
  void work() throws IOException, InterruptedException {
    for (Block block = read(); block.length > 0; block = read()) {
      sum(block);
      tokenizer.put(block);
      auditor.put(block);
    }
    tokenizer.close();
    auditor.close();
  }

  /* A full block unless the input ends; an empty one at its end. */
  private Block read() throws IOException {
    byte[] into = new byte[BLOCK_BYTES];
    int got = 0;
    while (got < into.length) {
      int more = input.read(into, got, into.length - got);
      if (more < 0)
        break;
      got += more;
    }
    return new Block(into, got);
  }

  private void sum(Block block) {
    bytes += block.length;
    checksum = Fnv.bytes(checksum, block.bytes, block.length);
    for (int i = 0; i < block.length; i++)
      if (block.bytes[i] == '\n')
        lines++;
  }

  long bytes() {
    return bytes;
  }

  long lines() {
    return lines;
  }

  long checksum() {
    return checksum;
  }
}
