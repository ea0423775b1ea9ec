/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Text: lines put together, taken apart again, and their words compared. */
class Strings extends Bench {
  private static final String[] WORDS = { "thread", "heap", "monitor", "sample", "event", "drift", "node" };

  private static String line(int i) {
    return "line " + i + ": " + WORDS[i % WORDS.length] + ' ' + WORDS[i * 3 % WORDS.length] + " = " + i * 17L;
  }

  private static int words(String text, String wanted) {
    int found = 0, from = 0;
    while (from < text.length()) {
      int end = text.indexOf(' ', from);
      if (end < 0)
        end = text.length();
      if (text.substring(from, end).equals(wanted))
        found++;
      from = end + 1;
    }
    return found;
  }

  @Override
  long run() {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 8_000; i++) {
      String line = line(i);
      all.append(line).append(line.length() % 2 == 0 ? ' ' : '\n');
    }
    String text = all.toString();
    return text.hashCode() * 1000L + words(text, "heap");
  }

  public static void main(String[] args) {
    new Strings().measure(1624808493286L);
  }
}
