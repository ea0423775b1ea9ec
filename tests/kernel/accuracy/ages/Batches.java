/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Records gather until there are 400, are sorted and written into a block of text, and go; an index of all keys stays, and
 * the last 20 blocks do. */
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;

public class Batches {
  record Entry(String key, int value) { }

  static final class Block {
    final String text;
    final long[] offsets;
    Block(String text, long[] offsets) { this.text = text; this.offsets = offsets; }
  }

  static Block write(ArrayList<Entry> entries) {
    StringBuilder b = new StringBuilder();
    long[] offsets = new long[entries.size()];
    entries.sort(Comparator.comparing(Entry::key));
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = b.length();
      b.append(entries.get(i).key()).append('=').append(entries.get(i).value()).append('\n');
    }
    return new Block(b.toString(), offsets);
  }

  public static void main(String[] args) {
    int n = Integer.parseInt(args[0]);
    ArrayList<Entry> entries = new ArrayList<>();
    Block[] blocks = new Block[20];
    HashMap<String, Integer> index = new HashMap<>();
    long sum = 0;
    for (int i = 0; i < n; i++) {
      entries.add(new Entry("k" + (i * 2654435761L >>> 7 & 4095), i));
      if (entries.size() == 400) {
        Block block = write(entries);
        for (Entry e : entries)
          index.merge(e.key(), 1, Integer::sum);
        blocks[i / 400 % blocks.length] = block;
        sum += block.text.length() + block.offsets[7];
        entries = new ArrayList<>();
      }
    }
    System.out.println("sum " + (sum + index.size()));
  }
}
