/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Prints the results, each line as host-tools/run/textjob.c prints it. Words go out as bytes: valid, printable UTF-8
 * as it is (RFC 3629, section 4), other bytes as \xHH, whatever the console's character set. */
package textindex;

import java.util.List;

final class Report {
  private Report() {
  }

  static void print(Reader reader, Tokenizer tokenizer, Indexer indexer, int top) {
    result("bytes", Long.toString(reader.bytes()));
    result("checksum", Fnv.hex(reader.checksum()));
    result("lines", Long.toString(reader.lines()));
    result("words", Long.toString(tokenizer.words()));
    result("distinct", Integer.toString(indexer.ranking().size()));
    result("longest", Long.toString(tokenizer.longest()));
    printTop(indexer.ranking(), top);
    result("index", Fnv.hex(indexer.digest()));
  }

  private static void result(String key, String value) {
    System.out.println("result: " + key + " " + value);
  }

  private static void printTop(List<Indexer.Entry> ranking, int top) {
    for (int i = 0; i < top && i < ranking.size(); i++) {
      Indexer.Entry entry = ranking.get(i);
      System.out.print("result: top" + (i + 1) + " " + entry.count + " ");
      show(entry.word.bytes);
      System.out.println();
    }
  }

  private static void show(byte[] word) {
    int length;
    for (int i = 0; i < word.length; i += Math.max(length, 1)) {
      length = character(word, i);
      if (length > 0)
        System.out.write(word, i, length);
      else
        System.out.print(String.format("\\x%02x", word[i] & 0xff));
    }
  }

  /* Length of the valid, printable character that begins at `at`; 0 when none does. */
  private static int character(byte[] word, int at) {
    int lead = word[at] & 0xff;
    int length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length < 2)
      return length;
    if (at + length > word.length)
      return 0;
    int code = lead & 0x7f >> length;
    for (int i = 1; i < length; i++) {
      if ((word[at + i] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | word[at + i] & 0x3f;
    }
    return printable(code, length) ? length : 0;
  }

  /* Neither a C1 control, nor longer than need be, nor a surrogate, nor beyond the last code. */
  private static boolean printable(int code, int length) {
    if (length == 2)
      return code >= 0xa0;
    if (length == 3)
      return code >= 0x800 && (code < 0xd800 || code > 0xdfff);
    return code >= 0x10000 && code <= 0x10ffff;
  }
}
