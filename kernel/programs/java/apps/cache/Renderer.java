/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Writes pages: a title and paragraphs of words, which follow from the page's number alone. */
package cache;

final class Renderer {
  private static final String[] WORDS = {
    "kernel", "thread", "object", "memory", "event", "clock", "domain", "portal", "buffer", "packet", "driver",
    "cache"
  };
  private static final int WORDS_A_SENTENCE = 8, SENTENCES_A_PARAGRAPH = 3, MOST_PARAGRAPHS = 4;

  private long state; /* of a generator: Knuth's MMIX, TAOCP 2, section 3.3.4 */

  private int draw(int limit) {
    state = state * 6364136223846793005L + 1442695040888963407L;
    return (int)((state >>> 33) % limit);
  }

  String render(int page) {
    state = page;
    draw(1);
    StringBuilder text = new StringBuilder("Article ").append(page).append('\n');
    for (int paragraphs = 1 + draw(MOST_PARAGRAPHS); paragraphs > 0; paragraphs--)
      paragraph(text);
    return text.toString();
  }

  private void paragraph(StringBuilder text) {
    for (int i = 0; i < SENTENCES_A_PARAGRAPH; i++)
      sentence(text.append(i == 0 ? "\n" : " "));
    text.append('\n');
  }

  private void sentence(StringBuilder text) {
    int start = text.length();
    for (int i = 0; i < WORDS_A_SENTENCE; i++)
      text.append(i == 0 ? "" : " ").append(WORDS[draw(WORDS.length)]);
    text.setCharAt(start, Character.toUpperCase(text.charAt(start)));
    text.append('.');
  }
}
