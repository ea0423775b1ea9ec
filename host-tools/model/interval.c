/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * interval.c: see interval.h.
 */
#include "interval.h"

#include "base/mem.h"
#include "dump/dump.h"
#include "dump/snapshot.h"

#include <inttypes.h>
#include <stdio.h>

_Static_assert(INTERVAL_END == SNAPSHOT_END, "the trees of the end are read as a snapshot's");

/* Records of one kind of a snapshot. */
static const void *rows_of(const struct snapshot_trees *t, enum wire_kind kind, size_t *count)
{
  const struct dump_rows *rows = &t->rows[snapshot_place_of(kind)];
  *count = rows->count;
  return rows->data;
}

/* ---- nodes ---- */

/* Takes from each sum of `n` what the earlier snapshot has. Returns false where they are not sums of one node: it is
 * another function there, or has fewer calls now. */
static bool subtract(struct interval_node *n, const struct wire_node *before)
{
  struct wire_node *r = &n->rec;
  const uint32_t shape = WIRE_NODE_ROOT | WIRE_NODE_OTHER;
  const bool other = r->flags & WIRE_NODE_OTHER;
  if (r->thread != before->thread || (!other && (r->address != before->address || r->parent != before->parent)) ||
      (r->flags & shape) != (before->flags & shape) || r->calls < before->calls || r->raw < before->raw)
    return false;
  const unsigned __int128 squares = ((unsigned __int128)r->square_hi << 64 | r->square_lo) -
                                    ((unsigned __int128)before->square_hi << 64 | before->square_lo);
  n->least_known = !before->calls || (int64_t)r->least < (int64_t)before->least;
  n->most_known = !before->calls || (int64_t)r->most > (int64_t)before->most;
  r->calls -= before->calls;
  r->raw -= before->raw;
  r->drift -= before->drift;
  r->negative -= before->negative;
  r->square_lo = (uint64_t)squares;
  r->square_hi = (uint64_t)(squares >> 64);
  r->flags |= before->flags & WIRE_NODE_OPEN;
  return true;
}

/* Makes the nodes of `i` those of `later` less those of `earlier`. */
static bool subtract_nodes(struct interval *i, const struct snapshot_trees *earlier, const struct snapshot_trees *later,
                           char *error)
{
  size_t was, is, met = 0;
  const struct wire_node *before = rows_of(earlier, WIRE_NODE, &was), *now = rows_of(later, WIRE_NODE, &is);
  struct map of_id = { 0 };
  const struct wire_node *bad = NULL;
  for (size_t k = 0; k < was; k++)
    map_put(&of_id, before[k].id, (uint32_t)k);
  i->nodes = mem_alloc(is + 1, sizeof(*i->nodes));
  for (; i->count < is && !bad; i->count++) {
    struct interval_node *n = &i->nodes[i->count];
    *n = (struct interval_node){ .rec = now[i->count], .least_known = true, .most_known = true };
    const uint32_t at = map_get(&of_id, n->rec.id);
    met += at != MAP_NONE;
    bad = at != MAP_NONE && !subtract(n, &before[at]) ? &now[i->count] : NULL;
  }
  map_free(&of_id);
  if (bad)
    snprintf(error, INTERVAL_ERROR_BYTES, "its call trees cannot be subtracted: node %" PRIu32 " is another one, or has "
             "less, in the later of the two: were they reset in between?", bad->id);
  else if (met < was)
    snprintf(error, INTERVAL_ERROR_BYTES, "its call trees cannot be subtracted: %zu nodes of the earlier of the two are "
             "not in the later", was - met);
  return !bad && met >= was;
}

/* Leaves out nodes in which nothing happened, but for roots and those on the way to others. */
static void drop_idle(struct interval *i)
{
  struct map of_id = { 0 };
  bool *kept = mem_alloc(i->count + 1, sizeof(*kept));
  for (size_t k = 0; k < i->count; k++)
    map_put(&of_id, i->nodes[k].rec.id, (uint32_t)k);
  for (size_t k = i->count; k-- > 0;) {
    const struct wire_node *r = &i->nodes[k].rec;
    kept[k] |= r->calls || r->raw || r->flags & WIRE_NODE_ROOT;
    const uint32_t parent = kept[k] ? map_get(&of_id, r->parent) : MAP_NONE;
    if (parent != MAP_NONE)
      kept[parent] = true;
  }
  size_t count = 0;
  for (size_t k = 0; k < i->count; k++)
    if (kept[k])
      i->nodes[count++] = i->nodes[k];
  i->count = count;
  mem_free(kept);
  map_free(&of_id);
}

/* ---- the rest ---- */

static uint64_t bucket_key(const struct wire_histogram *h)
{
  return (uint64_t)h->node << 8 | h->log2;
}

/* Counts of calls are modulo 2^32, and so are their differences. */
static void subtract_histograms(struct interval *i, const struct snapshot_trees *earlier,
                                const struct snapshot_trees *later)
{
  size_t was, is;
  const struct wire_histogram *before = rows_of(earlier, WIRE_HISTOGRAM, &was);
  const struct wire_histogram *now = rows_of(later, WIRE_HISTOGRAM, &is);
  struct map of_bucket = { 0 };
  for (size_t k = 0; k < was; k++)
    map_put(&of_bucket, bucket_key(&before[k]), (uint32_t)k);
  i->histograms = mem_alloc(is + 1, sizeof(*i->histograms));
  for (size_t k = 0; k < is; k++) {
    struct wire_histogram h = now[k];
    const uint32_t at = map_get(&of_bucket, bucket_key(&h));
    h.calls -= at == MAP_NONE ? 0 : before[at].calls;
    if (h.calls)
      i->histograms[i->histogram_count++] = h;
  }
  map_free(&of_bucket);
}

/* Notes the edges of threads: the moments of which their figures are. */
static void note_threads(struct interval *i, const struct snapshot_trees *earlier, const struct snapshot_trees *later)
{
  size_t was, is;
  const struct wire_thread *before = rows_of(earlier, WIRE_THREAD, &was), *now = rows_of(later, WIRE_THREAD, &is);
  i->threads = mem_alloc(is + 1, sizeof(*i->threads));
  for (size_t k = 0; k < is; k++) {
    map_put(&i->thread_of_id, now[k].id, (uint32_t)k);
    i->threads[k] = (struct interval_thread){ 0, now[k].end };
    if (i->to != INTERVAL_END && now[k].end > i->to_tsc && now[k].end - i->to_tsc > i->late)
      i->late = now[k].end - i->to_tsc;
  }
  i->thread_count = is;
  for (size_t k = 0; k < was; k++) {
    const uint32_t at = map_get(&i->thread_of_id, before[k].id);
    if (at != MAP_NONE)
      i->threads[at].from = before[k].end;
    if (before[k].end > i->from_tsc && before[k].end - i->from_tsc > i->late)
      i->late = before[k].end - i->from_tsc;
  }
}

bool interval_has(const struct interval *i, uint32_t thread, uint64_t tsc)
{
  const uint32_t at = map_get(&i->thread_of_id, thread);
  return at != MAP_NONE && tsc > i->threads[at].from && tsc <= i->threads[at].to;
}

/* ---- the interval ---- */

/* Where the snapshot of that number is among those of the dump; INTERVAL_START and INTERVAL_END stay. SIZE_MAX - 2: there
 * is none. */
#define NOWHERE (SIZE_MAX - 2)
static size_t place_of(const struct dump *d, size_t number)
{
  const size_t count = snapshot_count(d);
  if (number == INTERVAL_START || number == INTERVAL_END)
    return number;
  for (size_t at = 0; at < count; at++)
    if (snapshot_head(d, at)->number == number)
      return at;
  return NOWHERE;
}

/* Whether two edges can be of an interval of the dump; says why not. `from` and `to` are their places. */
static bool edges_fit(const struct dump *d, size_t from, size_t to, char *error)
{
  const size_t count = snapshot_count(d);
  if (!count) {
    snprintf(error, INTERVAL_ERROR_BYTES, "it has no snapshots of its call trees between which an interval could be: they "
             "come of runs that send their records meanwhile, as often as option snapshot=TIME says");
    return false;
  }
  if (from != NOWHERE && from != INTERVAL_END && to != NOWHERE && to != INTERVAL_START &&
      (from == INTERVAL_START || from < to))
    return true;
  snprintf(error, INTERVAL_ERROR_BYTES, "an interval is from `start` or a snapshot to a later snapshot or `end`, and it "
           "has %zu, numbers %" PRIu32 " to %" PRIu32 " (table snapshots)", count, snapshot_head(d, 0)->number,
           snapshot_head(d, count - 1)->number);
  return false;
}

static bool make(struct interval *i, const struct dump *d, size_t from, size_t to, char *error)
{
  struct snapshot_trees earlier = { 0 }, later = { 0 };
  const bool read = (from == INTERVAL_START || snapshot_read(d, from, &earlier)) && snapshot_read(d, to, &later);
  bool good = read;
  if (!read)
    snprintf(error, INTERVAL_ERROR_BYTES, "%s", dump_reread_error(d));
  if (good) {
    note_threads(i, &earlier, &later);
    subtract_histograms(i, &earlier, &later);
    good = subtract_nodes(i, &earlier, &later, error);
  }
  snapshot_trees_free(&earlier);
  snapshot_trees_free(&later);
  return good;
}

struct interval *interval_new(const struct dump *d, size_t from, size_t to, char error[INTERVAL_ERROR_BYTES])
{
  const size_t from_at = place_of(d, from), to_at = place_of(d, to);
  if (!edges_fit(d, from_at, to_at, error))
    return NULL;
  struct interval *i = mem_alloc(1, sizeof(*i));
  *i = (struct interval){ .from = from, .to = to, .to_tsc = UINT64_MAX };
  if (from != INTERVAL_START)
    i->from_tsc = snapshot_head(d, from_at)->tsc;
  if (to != INTERVAL_END)
    i->to_tsc = snapshot_head(d, to_at)->tsc;
  if (make(i, d, from_at, to_at, error)) {
    drop_idle(i);
    return i;
  }
  interval_free(i);
  return NULL;
}

void interval_free(struct interval *i)
{
  if (!i)
    return;
  mem_free(i->nodes);
  mem_free(i->histograms);
  mem_free(i->threads);
  map_free(&i->thread_of_id);
  mem_free(i);
}
