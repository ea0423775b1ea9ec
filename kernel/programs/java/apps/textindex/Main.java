/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Indexes the words of INPUT in a pipeline of threads, as the kernel's workload `text' does.
 *
 *   reader --blocks--> tokenizer --batches--> indexer
 *      +------blocks--> auditor
 *
 * What its profile shows: four threads that wait for each other (threads, and the events `channel full' and `channel
 * empty', whose argument is the channel's number); Splitter and HashMap with the methods of Word under them (boxes,
 * flame); blocks, tokens and words that die at once beside entries of the index that stay to the end (age, lifetime).
 *
 * Arguments: [TOP [BATCH]]: how many of the most frequent words to print (5); words handed to the indexer at once
 * (128). The text is the standard input: any bytes at all, none included.
 *
 * Results, with the same meaning as in host-tools/run/textjob.c: bytes, checksum, lines, words, distinct, longest, topN,
 * index. How they are checked: Auditor.java sums the words up in another way; main compares.
 */
package textindex;

import jx.app.Program;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("textindex", args, 2,
      "[TOP [BATCH]] <TEXT   words to print (5), words a batch (128)");
    int top = program.number(0, 5, 0, 1000);
    int batch = program.number(1, 128, 1, 65536);

    Pipeline pipeline = new Pipeline();
    Channel<Block> toTokenizer = new Channel<>(1, 4), toAuditor = new Channel<>(2, 4);
    Channel<Token[]> toIndexer = new Channel<>(3, 4);
    Reader reader = new Reader(pipeline, System.in, toTokenizer, toAuditor);
    Tokenizer tokenizer = new Tokenizer(pipeline, toTokenizer, toIndexer, batch);
    Indexer indexer = new Indexer(pipeline, toIndexer);
    Auditor auditor = new Auditor(pipeline, toAuditor);
    String trouble = pipeline.run();
    if (trouble == null) {
      Report.print(reader, tokenizer, indexer, top);
      trouble = auditor.objection(reader, tokenizer, indexer);
    }
    if (trouble != null)
      program.fail(trouble);
  }
}
