/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a run comes to, the server's and the model's. */
package cache;

final class Tally {
  long hits, misses, evictions, unknown, digest;

  void print() {
    System.out.println("result: hits " + hits);
    System.out.println("result: misses " + misses);
    System.out.println("result: evictions " + evictions);
    System.out.println("result: unknown " + unknown);
    System.out.println("result: digest " + Long.toHexString(digest));
  }

  /* The first figure in which the model disagrees, or null. */
  String difference(Tally model) {
    if (hits != model.hits || misses != model.misses || unknown != model.unknown)
      return hits + " hits, " + misses + " misses and " + unknown + " unknown pages; in the model "
        + model.hits + ", " + model.misses + " and " + model.unknown;
    if (evictions != model.evictions)
      return evictions + " evictions; in the model " + model.evictions;
    return digest == model.digest ? null : "the answers are not those of the model";
  }
}
