/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The same service as figures, to check the server by: LRU as a doubly linked list of page numbers in two arrays,
 * each page rendered once at most, and of an answer only what the digest takes. */
package cache;

import java.util.ArrayList;
import java.util.List;

final class Model {
  private static final byte[] NOTHING = new byte[0];

  private final int capacity, pages;
  private final int[] older, newer;  /* neighbours in the list; its ends meet at `pages'; -1 outside of it */
  private final byte[][] body;       /* null until it was needed */
  private final Renderer renderer = new Renderer();
  private final Tally tally = new Tally();
  private int used;

  Model(int capacity, int pages) {
    this.capacity = capacity;
    this.pages = pages;
    older = new int[pages + 1];
    newer = new int[pages + 1];
    body = new byte[pages][];
    for (int i = 0; i < pages; i++)
      older[i] = newer[i] = -1;
    older[pages] = newer[pages] = pages;
  }

  void play(Traffic traffic, int requests) {
    for (int i = 0; i < requests; i++) {
      int page = traffic.nextPage();
      answer(page, traffic.nextUser());
    }
  }

  private void answer(int page, int user) {
    byte[] text = NOTHING;
    if (page >= pages) {
      tally.unknown++;
    } else {
      use(page);
      if (body[page] == null)
        body[page] = renderer.render(page).getBytes();
      text = body[page];
    }
    String head = "HTTP/1.1 " + (page >= pages ? "404" : "200") + "\nContent-Length: " + text.length
      + "\nContent-Type: text\nX-User: " + user + "\n\n";
    tally.digest = tally.digest * 31 + digest(digest(0x811c9dc5, head.getBytes()), text);
  }

  /* As Connection.digest(), going on from `hash'. */
  private static int digest(int hash, byte[] text) {
    for (byte octet : text)
      hash = (hash ^ octet) * 0x01000193;
    return hash;
  }

  private void use(int page) {
    if (older[page] >= 0) {
      tally.hits++;
      unlink(page);
    } else {
      tally.misses++;
      if (used++ == capacity)
        evict(newer[pages]);
    }
    older[page] = older[pages];
    newer[page] = pages;
    newer[older[pages]] = page;
    older[pages] = page;
  }

  private void evict(int page) {
    unlink(page);
    used--;
    tally.evictions++;
  }

  private void unlink(int page) {
    newer[older[page]] = newer[page];
    older[newer[page]] = older[page];
    older[page] = newer[page] = -1;
  }

  Tally tally() {
    return tally;
  }

  /* The pages in use, the one used longest ago first. */
  List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    for (int page = newer[pages]; page != pages; page = newer[page])
      order.add(page);
    return order;
  }
}
