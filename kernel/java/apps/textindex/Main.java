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
 * Results, with the same meaning as in host-tools/textjob.c: bytes, checksum, lines, words, distinct, longest, topN,
 * index. How they are checked: Auditor.java sums the words up in another way; main compares.
 */
package textindex;

public final class Main {
  private Main() {
  }

  public static void main(String[] args) {
    if (args.length > 2)
      usage("too many arguments");
    int top = number(args, 0, 5, 0, 1000);
    int batch = number(args, 1, 128, 1, 65536);

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
      fail(trouble);
  }

  private static int number(String[] args, int at, int standard, int least, int most) {
    if (at >= args.length)
      return standard;
    try {
      int value = Integer.parseInt(args[at]);
      if (value >= least && value <= most)
        return value;
    } catch (NumberFormatException e) {
      /* told below, like a number out of range */
    }
    usage("`" + args[at] + "' is no number from " + least + " to " + most);
    return standard;
  }

  private static void usage(String what) {
    System.err.println("error: textindex: " + what);
    System.err.println("usage: textindex [TOP [BATCH]] <TEXT   words to print (5), words a batch (128)");
    System.exit(2);
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("error: textindex: " + what);
    System.exit(1);
  }
}
