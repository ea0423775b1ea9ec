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

/* `held` and `spared` are numbers of objects, from 1 on: of one that lives on, and of one that the last collection has
 * found alive. */
struct run { struct dump *dump; uint64_t clock, tsc; uint32_t made, found, collections, held, spared; };

static void die(struct run *r, uint32_t number)
{
  add(r->dump, WIRE_DEATH, &(struct wire_death){ r->collections, 16 * number }, 1);
}

/* A collection finds all objects dead but the last one, and one that is held. */
static void collect(struct run *r)
{
  const uint32_t last = r->made - 1, spared = r->spared;
  const bool late = spared && spared != r->held, spares = r->held > r->found && r->held <= last;
  const struct wire_collection c = { .id = ++r->collections, .reason = WIRE_REASON_BUDGET, .start = r->tsc + 1,
                                     .end = r->tsc + 2, .clock = r->clock,
                                     .deaths = last - r->found + late - spares };
  r->tsc += 10;
  add(r->dump, WIRE_COLLECTION, &c, 1);
  if (late)
    die(r, spared);
  r->spared = spares || spared == r->held ? r->held : 0;
  for (; r->found < last; r->found++)
    if (r->found + 1 != r->held)
      die(r, r->found + 1);
}

static void make_object(struct run *r, uint32_t site, uint32_t bytes)
{
  const struct wire_birth b = { .site = site, .class = site, .bytes = bytes, .thread = 1, .clock = r->clock += bytes,
                                .object = 16 + 16 * r->made++, .tsc = r->tsc += 10 };
  add(r->dump, WIRE_BIRTH, &b, 1);
}

static struct run begin_run(void)
{
  static const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 1 },
                                           { WIRE_META_STOP_TSC, 1000000000 } };
  struct run r = { .dump = dump_new("memory", DUMP_ALL, 256 << 20), .tsc = 100 };
  seq = 0;
  add(r.dump, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(r.dump, WIRE_FRAME_HELLO);
  add(r.dump, WIRE_THREAD, &(struct wire_thread){ .id = 1, .start = 1 }, 1);
  return r;
}

static struct dump *end_run(struct run *r)
{
  feed(r->dump, WIRE_FRAME_DATA);
  feed(r->dump, WIRE_FRAME_END);
  dump_done(r->dump);
  return r->dump;
}

static struct dump *make_run(void)
{
  struct run r = begin_run();
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned before = pick(EVERY) ? MADE : pick(MADE); /* of which objects of this round a collection comes */
    for (unsigned k = 0; k < MADE; k++) {
      if (k == before && r.made)
        collect(&r);
      make_object(&r, made[k].site, made[k].bytes);
    }
  }
  return end_run(&r);
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

/* What rounds make in turns. The first object of a round is held until the fourth or the third one has been made. */
static const struct { uint32_t bytes[5]; unsigned held; } rounds[] = { { { 32, 24, 64, 64, 64 }, 4 },
                                                                       { { 32, 24, 400 }, 3 } };
#define DRAWN_BYTES 4000 /* between two collections, on average */

/* Collections come in front of the object that takes the clock beyond a value that was drawn. */
static struct dump *make_drawn_run(void)
{
  struct run r = begin_run();
  uint64_t drawn = DRAWN_BYTES;
  while (r.collections < LIVES_DRAWN_FROM - 1)
    for (unsigned i = 0; i < 2; i++)
      for (unsigned k = 0; k < 5 && rounds[i].bytes[k]; k++) {
        if (r.clock + rounds[i].bytes[k] > drawn) {
          collect(&r);
          drawn += DRAWN_BYTES / 2 + pick(DRAWN_BYTES);
        }
        make_object(&r, k ? 2 : 1, rounds[i].bytes[k]);
        r.held = k + 1 == rounds[i].held ? 0 : k ? r.held : r.made;
      }
  return end_run(&r);
}

/* Half of the first objects of rounds die at 152 bytes, half at 424. Between these no collection comes that looks at
 * the latter, for one object is as large; they are not dead for that. */
static void what_large_objects_hide_is_not_dead(void **state)
{
  double died = 0, all = 0;
  (void)state;
  pick_state = 1;
  struct dump *d = make_drawn_run();
  struct analysis *a = analysis_new(view_new(d, NULL, &(struct view_options){ 0 }));
  const struct cohorts *c = analysis_cohorts(a);
  for (size_t i = 0; i < c->age_count; i++)
    if (c->ages[i].site == 1) {
      all += c->ages[i].died;
      died += c->ages[i].bin < cohorts_bin(256) ? c->ages[i].died : 0;
    }
  assert_in_range((int)(100 * died / all), 45, 55);
  analysis_free(a);
  dump_free(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_follows_an_object_is_told_apart),
    cmocka_unit_test(what_large_objects_hide_is_not_dead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
