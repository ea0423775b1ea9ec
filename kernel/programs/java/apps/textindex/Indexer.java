/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stage that counts the words, and ranks them at the end: count falling, then bytes rising. */
package textindex;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jx.prof.EventLog;

final class Indexer extends Pipeline.Stage {
  private static final int INDEXED = EventLog.register("batch indexed"); /* argument: words that were new */
  private static final int RANKED = EventLog.register("words ranked");   /* argument: distinct words */

  /* A word of the index: how often it occurs, and where first. */
  static final class Entry {
    final Word word;
    final long position;
    long count = 1;

    Entry(Token first) {
      word = first.word;
      position = first.position;
    }
  }

  private static final Comparator<Entry> BY_RANK = (a, b) ->
    a.count != b.count ? Long.compare(b.count, a.count) : a.word.compareTo(b.word);

  private final Channel<Token[]> batches;
  private final Map<Word, Entry> index = new HashMap<>();
  private List<Entry> ranking;

  Indexer(Pipeline pipeline, Channel<Token[]> batches) {
    super(pipeline, "indexer");
    this.batches = batches;
  }

  @Override
  void work() throws InterruptedException {
    Token[] batch;
    while ((batch = batches.take()) != null)
      count(batch);
    ranking = new ArrayList<>(index.values());
    ranking.sort(BY_RANK);
    EventLog.log(RANKED, ranking.size());
  }

  private void count(Token[] batch) {
    int before = index.size();
    for (Token token : batch)
      count(token);
    EventLog.log(INDEXED, index.size() - before);
  }

  private void count(Token token) {
    Entry entry = index.get(token.word);
    if (entry == null)
      index.put(token.word, new Entry(token));
    else
      entry.count++;
  }

  List<Entry> ranking() {
    return ranking;
  }

  /* FNV-1a over each word's bytes, count and position, by rank. */
  long digest() {
    long digest = Fnv.START;
    for (Entry entry : ranking) {
      digest = Fnv.bytes(digest, entry.word.bytes, entry.word.bytes.length);
      digest = Fnv.number(digest, entry.count);
      digest = Fnv.number(digest, entry.position);
    }
    return digest;
  }
}
