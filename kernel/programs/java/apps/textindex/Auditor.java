/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stage that checks the others. It reads the same blocks but keeps no words: a state of one hash and one length
 * runs over the bytes, and at the end of each word the hash is added to a sum. The index is right when the hashes of
 * its words, each times its count, add up to the same sum (modulo 2^64), and its order falls strictly. */
package textindex;

final class Auditor extends Pipeline.Stage {
  private final Channel<Block> blocks;
  private long bytes, words, longest, sum;
  private long hash = Fnv.START, length; /* of the word that is open */

  Auditor(Pipeline pipeline, Channel<Block> blocks) {
    super(pipeline, "auditor");
    this.blocks = blocks;
  }

  @Override
  void work() throws InterruptedException {
    Block block;
    while ((block = blocks.take()) != null)
      audit(block);
    close();
  }

  private void audit(Block block) {
    for (int i = 0; i < block.length; i++) {
      int c = block.bytes[i] & 0xff;
      if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
      if (c >= 0x80 || c >= 'a' && c <= 'z' || c >= '0' && c <= '9')
        hash = length++ < Splitter.KEPT ? (hash ^ c) * Fnv.PRIME : hash;
      else if (length > 0)
        close();
    }
    bytes += block.length;
  }

  private void close() {
    if (length > 0) {
      words++;
      sum += hash;
      longest = Math.max(longest, length);
    }
    hash = Fnv.START;
    length = 0;
  }

  /* What is wrong with the others' results, or null. All have ended. */
  String objection(Reader reader, Tokenizer tokenizer, Indexer indexer) {
    if (bytes != reader.bytes())
      return "the auditor saw " + bytes + " bytes, the reader " + reader.bytes();
    if (words != tokenizer.words() || longest != tokenizer.longest())
      return "the auditor saw " + words + " words of up to " + longest + " bytes, the tokenizer " + tokenizer.words()
        + " of up to " + tokenizer.longest();
    return objection(indexer);
  }

  private String objection(Indexer indexer) {
    long counted = 0, weighed = 0;
    Indexer.Entry before = null;
    for (Indexer.Entry entry : indexer.ranking()) {
      counted += entry.count;
      weighed += entry.count * entry.word.fnv;
      if (before != null && (entry.count > before.count
          || entry.count == before.count && entry.word.compareTo(before.word) <= 0))
        return "the ranking is out of order at offset " + entry.position + " of the text";
      before = entry;
    }
    if (counted != words)
      return "the index counts " + counted + " words, the text has " + words;
    return weighed == sum ? null : "the index has " + words + " words, but not those of the text";
  }
}
