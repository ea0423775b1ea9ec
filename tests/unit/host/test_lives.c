/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_lives.c: between which ages an object died, by what collections have seen of it.
 */
#include "fixture.h"

#include <string.h>

#include "model/cohort_ages.h"
#include "model/lives.h"

#define MOST 500

static struct wire_collection collections[MOST];
static uint32_t chance[MOST + 1], by_chance[MOST], gap[MOST];
static struct lives lives;

/* Numbers the collections that come by chance, as lives_new() does. */
static void begin(size_t count)
{
  uint32_t so_far = 0;
  for (size_t i = 0; i < count; i++) {
    chance[i] = so_far;
    if (collections[i].reason != WIRE_REASON_FULL && collections[i].reason != WIRE_REASON_ASKED)
      by_chance[so_far++] = (uint32_t)i;
  }
  chance[count] = so_far;
  lives = (struct lives){ .collections = collections, .collection_count = count, .chance = chance,
                          .by_chance = by_chance, .gap = gap };
  memset(gap, 0, sizeof(gap));
}

/* What is known of an object born at `clock`, whose first collection is `first`, and which `death` found dead. */
static struct life look(uint64_t clock, size_t first, uint32_t death, uint64_t next)
{
  static struct wire_birth birth;
  birth = (struct wire_birth){ .clock = clock, .bytes = 16 };
  struct life life = { .birth = &birth, .first = first, .death = death, .next = next };
  lives_look(&lives, &life);
  return life;
}

/* The second one is the program's: of the object that died there it says nothing, the third one does. */
static void collections_that_are_asked_for_say_nothing(void **state)
{
  (void)state;
  collections[0] = (struct wire_collection){ .id = 1, .reason = WIRE_REASON_BUDGET, .clock = 1000, .ahead = 5000 };
  collections[1] = (struct wire_collection){ .id = 2, .reason = WIRE_REASON_ASKED, .clock = 1500, .looked = 1000 };
  collections[2] = (struct wire_collection){ .id = 3, .reason = WIRE_REASON_EXTRA, .clock = 2500, .looked = 1500 };
  begin(3);
  struct life life = look(400, 0, 1, 16);
  assert_true(life.seen);
  assert_int_equal(life.alive, 600);
  assert_int_equal(life.dead, 2100);
  life = look(1400, 1, 2, 16);
  assert_int_equal(life.alive, 0);
  assert_int_equal(life.dead, 1100);
  life = look(1400, 1, LIVES_ON, 16);
  assert_int_equal(life.alive, 1100);
  assert_true(life.dead == LIVES_NEVER);
  assert_false(look(2600, 3, LIVES_ON, 16).seen);
  assert_int_equal(look(1000, 0, 0, 48).dead, 48); /* in front of the next object, which takes 48 bytes */
}

/* Of collections at each allocation those that found no object dead have no record. */
static void collections_for_stress_tell_of_those_before(void **state)
{
  (void)state;
  collections[0] = (struct wire_collection){ .id = 1, .reason = WIRE_REASON_STRESS, .clock = 1000, .looked = 960 };
  collections[1] = (struct wire_collection){ .id = 2, .reason = WIRE_REASON_STRESS, .clock = 5000, .looked = 4968 };
  begin(2);
  struct life life = look(500, 0, 1, 16);
  assert_int_equal(life.alive, 4468);
  assert_int_equal(life.dead, 4500);
  life = look(4984, 1, 1, 16); /* was born after the collection before */
  assert_int_equal(life.alive, 0);
  assert_int_equal(life.dead, 16);
  collections[1].looked = 0; /* of a target that does not tell */
  assert_int_equal(look(500, 0, 1, 16).alive, 500);
}

/* Where there are many, ages are up to the moments that were drawn. */
static void many_collections_count_as_drawn(void **state)
{
  (void)state;
  for (unsigned count = LIVES_DRAWN_FROM - 1; count <= LIVES_DRAWN_FROM; count++) {
    for (uint32_t i = 0; i < count; i++)
      collections[i] = (struct wire_collection){ .id = i + 1, .reason = WIRE_REASON_BUDGET, .clock = 1000 * (i + 1),
                                                 .ahead = i == 2 ? UINT64_MAX : 100 };
    begin(count);
    gap[0] = 160;
    const uint64_t more = count == LIVES_DRAWN_FROM ? 100 : 0;
    assert_int_equal(look(900, 0, 1, 16).alive_gap, count == LIVES_DRAWN_FROM ? 0 : 160);
    assert_int_equal(look(900, 0, 1, 16).alive, 100 + more);
    assert_int_equal(look(900, 0, 1, 16).dead, 1100 + more);
    assert_int_equal(look(900, 0, 2, 16).dead, 2100); /* what no target sends */
  }
}

/* A collection counts for any moment while the object is allocated in front of which it came. */
static void collections_count_for_a_stretch(void **state)
{
  (void)state;
  collections[0] = (struct wire_collection){ .id = 1, .reason = WIRE_REASON_BUDGET, .clock = 1000 };
  collections[1] = (struct wire_collection){ .id = 2, .reason = WIRE_REASON_BUDGET, .clock = 1500 };
  begin(2);
  gap[0] = 64;
  gap[1] = 400;
  struct life life = look(900, 0, 1, 16);
  assert_int_equal(life.alive, 100);
  assert_int_equal(life.alive_gap, 64);
  assert_int_equal(life.dead, 600);
  assert_int_equal(life.dead_gap, 400);
  life = look(1000, 0, 0, 64); /* was dead when the next object was made, and is that old */
  assert_int_equal(life.dead, 64);
  assert_int_equal(life.dead_gap, 0);
  life = look(900, 0, LIVES_ON, 16);
  assert_int_equal(life.alive_gap, 400);
  assert_int_equal(life.dead_gap, 0);
}

/* One object of many that a smaller one followed says nothing of the others. */
static void few_objects_do_not_count_for_their_kin(void **state)
{
  (void)state;
  struct kin k = { .sum.count = 100, .next = { { 24, 1 }, { 32, 3 }, { 48, 96 } } };
  assert_int_equal(kin_least_age(&k), 48);
  k.next[1].count = 4;
  assert_int_equal(kin_least_age(&k), 32);
  k = (struct kin){ .sum.count = 100, .next = { { 24, 1 }, { 32, 1 }, { 40, 1 }, { 48, 1 } } };
  assert_int_equal(kin_least_age(&k), 48);
  k = (struct kin){ .sum.count = 100 };
  assert_int_equal(kin_least_age(&k), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(collections_that_are_asked_for_say_nothing),
    cmocka_unit_test(collections_for_stress_tell_of_those_before),
    cmocka_unit_test(many_collections_count_as_drawn),
    cmocka_unit_test(collections_count_for_a_stretch),
    cmocka_unit_test(few_objects_do_not_count_for_their_kin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
