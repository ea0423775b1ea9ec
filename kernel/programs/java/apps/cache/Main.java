/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Serves requests out of a cache of rendered pages, which keeps those used last (LRU).
 *
 * What its profile shows: two populations of objects (age, survival, lifetime). What is made for a request dies with
 * it: its text, parts, fields and answer. What the cache holds lives for about a thousand requests, until it is the
 * page that was used longest ago: the events `page rendered' and `page evicted', whose argument is how often it was
 * asked for. The readers' interest wanders, so pages keep coming and going to the end. Rendering takes most of the
 * time (boxes).
 *
 * Arguments: [REQUESTS [CAPACITY [PAGES]]]: 3000 requests, a cache of 400 pages, of 1000.
 *
 * Results: hits, misses, evictions, unknown pages, digest of the answers. How they are checked: Model.java plays the
 * same requests without strings, maps or pages, on a list of numbers; every one of these figures has to agree, and
 * at the end the cache must hold the model's pages in the model's order.
 */
package cache;

import jx.app.Program;

public final class Main {
  private static final long SEED = 20020610;

  private Main() {
  }

  public static void main(String[] args) {
    Program program = new Program("cache", args, 3,
      "[REQUESTS [CAPACITY [PAGES]]]   requests (3000), pages in the cache (400), pages there are (1000)");
    int requests = program.number(0, 3000, 0, 100000000);
    int capacity = program.number(1, 400, 1, 1000000);
    int pages = program.number(2, 1000, 10, 1000000);

    Server server = new Server(capacity, pages);
    Traffic traffic = new Traffic(SEED, pages);
    for (int i = 0; i < requests; i++)
      server.handle(new Connection(traffic.next()));
    server.tally().print();

    Model model = new Model(capacity, pages);
    model.play(new Traffic(SEED, pages), requests);
    String trouble = server.tally().difference(model.tally());
    if (trouble == null && !model.order().equals(server.order()))
      trouble = "the cache holds other pages than the model, or in another order";
    if (trouble != null)
      program.fail(trouble);
  }
}
