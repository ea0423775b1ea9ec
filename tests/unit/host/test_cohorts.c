/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_cohorts.c: ages that are estimated from few collections, beside lives that are known. Each object dies when the
 * next one is made: at which age it can be found dead depends on what follows it.
 */
#include "fixture.h"

#include "dump/dump.h"
#include "fed_rows.h"
#include "model/analysis.h"
#include "model/cohorts.h"
#include "pick.h"

#define ROUNDS 4000
#define EVERY  40  /* rounds from one collection to the next, on average */

/* What a round makes: objects of site 1 are followed by small and by large objects in turns. */
static const struct { uint32_t site, bytes; } made[] = { { 1, 32 }, { 2, 24 }, { 1, 32 }, { 3, 400 } };
#define MADE (sizeof(made) / sizeof(made[0]))

struct run { struct dump *dump; uint64_t clock, tsc; uint32_t made, found, collections; };

/* A collection finds all objects dead but the last one. */
static void collect(struct run *r)
{
  const uint32_t last = r->made - 1;
  const struct wire_collection c = { .id = ++r->collections, .reason = WIRE_REASON_BUDGET, .start = r->tsc + 1,
                                     .end = r->tsc + 2, .clock = r->clock, .deaths = last - r->found };
  r->tsc += 10;
  add(r->dump, WIRE_COLLECTION, &c, 1);
  for (; r->found < last; r->found++) {
    const struct wire_death death = { c.id, 16 + 16 * r->found };
    add(r->dump, WIRE_DEATH, &death, 1);
  }
}

static void make_object(struct run *r, uint32_t site, uint32_t bytes)
{
  const struct wire_birth b = { .site = site, .class = site, .bytes = bytes, .thread = 1, .clock = r->clock += bytes,
                                .object = 16 + 16 * r->made++, .tsc = r->tsc += 10 };
  add(r->dump, WIRE_BIRTH, &b, 1);
}

static struct dump *make_run(void)
{
  static const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 1 },
                                           { WIRE_META_STOP_TSC, 1000000000 } };
  struct run r = { .dump = dump_new("memory", DUMP_ALL, 256 << 20), .tsc = 100 };
  seq = 0;
  add(r.dump, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(r.dump, WIRE_FRAME_HELLO);
  add(r.dump, WIRE_THREAD, &(struct wire_thread){ .id = 1, .start = 1 }, 1);
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned before = pick(EVERY) ? MADE : pick(MADE); /* of which objects of this round a collection comes */
    for (unsigned k = 0; k < MADE; k++) {
      if (k == before && r.made)
        collect(&r);
      make_object(&r, made[k].site, made[k].bytes);
    }
  }
  feed(r.dump, WIRE_FRAME_DATA);
  feed(r.dump, WIRE_FRAME_END);
  dump_done(r.dump);
  return r.dump;
}

static double share_beyond(const struct cohorts *c, uint64_t age)
{
  return c->alive[cohorts_bin(age)].objects.share;
}

/* A quarter of all objects dies at 24 bytes, half at 32, a quarter at 400: objects of site 1 both soon and late. */
static void check_ages(const struct cohorts *c)
{
  const struct cohort *first = &c->sites.rows[0];
  assert_int_equal(c->all.count, ROUNDS * MADE);
  assert_in_range(c->all.seen, ROUNDS * MADE * 9 / 10, ROUNDS * MADE);
  assert_in_range((int)(100 * share_beyond(c, 24)), 73, 77);
  assert_in_range((int)(100 * share_beyond(c, 32)), 23, 27);
  assert_in_range((int)(100 * share_beyond(c, 320)), 23, 27);
  assert_true(share_beyond(c, 448) < 0.02);
  assert_int_equal(first->key, 1);
  assert_int_equal(first->count, 2 * ROUNDS);
  assert_in_range((int)first->mean_age, 200, 225); /* (24 + 400) / 2 */
}

static void what_follows_an_object_is_told_apart(void **state)
{
  (void)state;
  pick_state = 1;
  struct dump *d = make_run();
  struct view *v = view_new(d, NULL, &(struct view_options){ 0 });
  struct analysis *a = analysis_new(v);
  check_ages(analysis_cohorts(a));
  struct lives *l = lives_new(d, false, NULL);
  struct cohorts *again = cohorts_new(v, l); /* one behind the other, as for a window */
  check_ages(again);
  cohorts_free(again);
  lives_free(l);
  analysis_free(a);
  dump_free(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(what_follows_an_object_is_told_apart) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
