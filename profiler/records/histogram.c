/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * histogram.c: hands out how long the calls of each node lasted, as counts by powers of two; counts of 0 are left out.
 */
#include "probes/probe.h"

#include "probes/timing.h"
#include "records.h"

#define ROWS 4096 /* gathered before they are handed out */
_Static_assert(ROWS >= PROF_BUCKETS, "a node's buckets must fit");

/* Returns the place of the bucket for a corrected time; of the first bucket for a time below 0, which PROF_NEGATIVE
 * has. */
static unsigned bucket_place(int64_t time)
{
  return time < 0 ? 0 : (unsigned)prof_probe_bucket(time);
}

size_t prof_histogram_of(const struct prof_node *pool, const struct prof_node *n, struct wire_histogram *rows)
{
  const uint32_t id = (uint32_t)(n - pool) + 1;
  size_t count = 0;
  const int64_t least = PROF_READ(n->least), most = PROF_READ(n->most);
  for (unsigned i = bucket_place(least); least <= most && i <= bucket_place(most); i++) {
    const uint32_t calls = PROF_READ(n->histogram[i]);
    if (calls)
      rows[count++] = (struct wire_histogram){ .node = id, .log2 = (uint8_t)i, .calls = calls };
  }
  const uint32_t negative = PROF_READ(n->histogram[PROF_NEGATIVE]);
  if (negative)
    rows[count++] = (struct wire_histogram){ .node = id, .log2 = PROF_NEGATIVE, .calls = negative };
  return count;
}

void prof_histogram_collect(const struct prof_sink *sink)
{
  static struct wire_histogram rows[ROWS];
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  size_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!(PROF_READ(pool[i].flags) & PROF_NODE_RETIRED))
      n += prof_histogram_of(pool, &pool[i], &rows[n]);
    if (n > ROWS - PROF_BUCKETS || (i + 1 == count && n)) {
      sink->records(sink->ctx, WIRE_HISTOGRAM, rows, n);
      n = 0;
    }
  }
}

uint64_t prof_histogram_rows(void)
{
  uint32_t count;
  uint64_t rows = 0;
  const struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count; i++)
    for (size_t k = 0; k < PROF_BUCKETS && !(PROF_READ(pool[i].flags) & PROF_NODE_RETIRED); k++)
      rows += PROF_READ(pool[i].histogram[k]) != 0;
  return rows;
}
