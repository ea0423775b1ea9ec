/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_callers.c: which caller of a full place gives way to a new one: an idle or hanging one holds no place for ever,
 * and one that speaks is never sent away. The clock is not waited for: when callers spoke last is set.
 */
#include "fixture.h"


#include "base/mem.h"
#include "serve/callers.h"
#include "serve/clock.h"

#define CALLERS 3
#define AGO(ms) (clock_ms() - (ms))

static struct served place;
static struct run runs[CALLERS];
static struct serve serve;
static struct incoming framed, unframed;

static int make_dumps(void **state)
{
  (void)state;
  return !intake_begin(&framed.intake, "framed.jxp", INCOMING_LEAST) ||
         !intake_begin(&unframed.intake, "unframed.jxp", INCOMING_LEAST);
}

static int free_dumps(void **state)
{
  (void)state;
  intake_free(&framed.intake);
  intake_free(&unframed.intake);
  return 0;
}

/* A full place, whose callers have sent this, and spoke so many milliseconds ago. */
static void fill(struct incoming *const in[CALLERS], const int64_t ago[CALLERS])
{
  framed.intake.dump->frames = 1;
  place = (struct served){ .callers = CALLERS, .callers_most = CALLERS, .place.listens = true };
  for (size_t i = 0; i < CALLERS; i++)
    runs[i] = (struct run){ .served = &place, .in = in[i], .heard_ms = AGO(ago[i]), .number = i, .fd = -1 };
  serve = (struct serve){ .places = &place, .place_count = 1, .runs = runs, .run_count = CALLERS };
}

static void callers_that_speak_stay(void **state)
{
  (void)state;
  fill((struct incoming *[]){ &framed, &framed, &framed }, (int64_t[]){ 0, 20000, 10 });
  assert_false(callers_have_room(&serve, &place));
  assert_in_range(callers_due(&serve, &place), 1, CALLERS_HANG_MS - 20000);
  place.callers_most++;
  assert_true(callers_have_room(&serve, &place));
  assert_int_equal(callers_due(&serve, &place), 0);
}

static void one_that_hangs_gives_way(void **state)
{
  (void)state;
  fill((struct incoming *[]){ &framed, &framed, &framed }, (int64_t[]){ 0, CALLERS_HANG_MS, 30 });
  assert_true(callers_have_room(&serve, &place));
  assert_int_equal(callers_due(&serve, &place), 0);
}

static void one_without_a_frame_gives_way_at_once(void **state)
{
  (void)state;
  fill((struct incoming *[]){ &framed, &unframed, &framed }, (int64_t[]){ 0, 0, 0 });
  assert_true(callers_have_room(&serve, &place));
  fill((struct incoming *[]){ &framed, &framed, NULL }, (int64_t[]){ 0, 0, 0 });
  assert_true(callers_have_room(&serve, &place));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(callers_that_speak_stay),
    cmocka_unit_test(one_that_hangs_gives_way),
    cmocka_unit_test(one_without_a_frame_gives_way_at_once),
  };
  return cmocka_run_group_tests(tests, make_dumps, free_dumps);
}
