/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stage that cuts blocks into words and hands them on in batches. */
package textindex;

import java.util.ArrayList;
import java.util.List;

import jx.prof.EventLog;

final class Tokenizer extends Pipeline.Stage {
  private static final int TOKENIZED = EventLog.register("batch tokenized"); /* argument: words */

  private final Channel<Block> blocks;
  private final Channel<Token[]> batches;
  private final int size;
  private final List<Token> batch = new ArrayList<>();
  private final Splitter splitter = new Splitter(this::add);

  Tokenizer(Pipeline pipeline, Channel<Block> blocks, Channel<Token[]> batches, int size) {
    super(pipeline, "tokenizer");
    this.blocks = blocks;
    this.batches = batches;
    this.size = size;
  }

  @Override
  void work() throws InterruptedException {
    Block block;
    while ((block = blocks.take()) != null)
      splitter.split(block);
    splitter.end();
    send();
    batches.close();
  }

  private void add(Token token) throws InterruptedException {
    batch.add(token);
    if (batch.size() == size)
      send();
  }

  private void send() throws InterruptedException {
    EventLog.log(TOKENIZED, batch.size());
    batches.put(batch.toArray(new Token[0]));
    batch.clear();
  }

  long words() {
    return splitter.words();
  }

  long longest() {
    return splitter.longest();
  }
}
