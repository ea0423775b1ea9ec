/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The readers: a sequence of requests, the same for the same seed. Low numbers behind the front are asked for
 * most, and the front moves on slowly; one request in 64 is for a page that does not exist. */
package cache;

import java.util.Random;

final class Traffic {
  private static final int REQUESTS_A_STEP = 8; /* of the front */
  private static final int DRAWS = 4;           /* of which the lowest page counts: the more, the fewer are popular */
  private static final int USERS = 500;

  private final Random random;
  private final int pages;
  private int made;

  Traffic(long seed, int pages) {
    random = new Random(seed);
    this.pages = pages;
  }

  /* Draws the next request's page: at least `pages' when there is no such page. */
  int nextPage() {
    int front = made++ / REQUESTS_A_STEP;
    if (random.nextInt(64) == 0)
      return pages + random.nextInt(1000);
    return (front + lowest(pages)) % pages;
  }

  private int lowest(int limit) {
    int lowest = limit;
    for (int i = 0; i < DRAWS; i++)
      lowest = Math.min(lowest, random.nextInt(limit));
    return lowest;
  }

  /* Draws its user; after its page. */
  int nextUser() {
    return random.nextInt(USERS);
  }

  /* The next request as it comes over the wire. */
  String next() {
    int page = nextPage();
    return "GET /articles/" + page + "?user=" + nextUser() + "&format=text HTTP/1.1";
  }
}
