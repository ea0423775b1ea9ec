/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_watch.c: what tools are told of a run that sends more than it should: moments by the thousand in one frame, and
 * moments without the speed of their clock. None is dropped in silence.
 */
#include "fixture.h"
#include "received.h"

#include <stdbool.h>
#include <stdlib.h>

#include "receive/intake.h"
#include "serve/watch.h"
#include "xfer.h"

#define MEMORY  (64u << 20)
#define THREADS 200
#define MOMENTS 20000 /* of one frame: all their lines would be 200 MiB */

static struct intake intake;
static struct watch *watch;
static char file[] = "run.jxp";
static const struct shelf_run run = { .file = file };
static size_t told, missed, bytes_told, most_at_once;
static uint64_t worked;

static struct symbols *no_image(void *ctx, const struct dump *d)
{
  (void)ctx, (void)d;
  return NULL;
}

static void take_lines(void *ctx, const struct shelf_run *r, const char *lines, size_t bytes, size_t moments)
{
  (void)ctx, (void)r, (void)lines;
  told += moments;
  bytes_told += bytes;
  most_at_once = bytes > most_at_once ? bytes : most_at_once;
}

static void take_missed(void *ctx, size_t moments)
{
  (void)ctx;
  missed += moments;
}

static bool are_wanted(void *ctx)
{
  (void)ctx;
  return true;
}

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  (void)ctx;
  intake_frame(&intake, frame);
  watch_frame(watch, &run, frame);
}

/* Sends a hello with these METAs, and then a frame of MOMENTS moments of THREADS threads, each of which stands as it
 * did; or, with `broken`, of each moment but the first a stance is missing, so that of no thread it is known how it
 * stands. */
static void send(const struct wire_meta *metas, size_t count, bool broken)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = ignore_text, .damage = ignore_damage };
  static const struct watch_reader reader = { take_lines, take_missed, are_wanted, NULL };
  static struct wire_stance stances[THREADS];
  static struct wire_moment moments[MOMENTS];
  struct xfer_receiver *r = xfer_receive_new(&ops, NULL);
  struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  told = missed = bytes_told = most_at_once = 0;
  assert_true(intake_begin(&intake, "run.jxp", MEMORY));
  watch = watch_new(&intake, no_image, NULL, reader);
  xfer_send_init(&s, memory, 7, write_to, r);
  xfer_send(&s, WIRE_META, metas, count);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (uint32_t i = 0; i < THREADS; i++)
    stances[i] = (struct wire_stance){ .moment = 1, .thread = i + 1, .state = WIRE_STATE_READY };
  for (uint32_t i = 0; i < MOMENTS; i++)
    moments[i] = (struct wire_moment){ .tsc = i + 10, .number = i + 1, .threads = THREADS,
                                       .stances = i ? broken : THREADS };
  s.frame_bytes = WIRE_PLAIN_MAX;
  xfer_send(&s, WIRE_STANCE, stances, THREADS);
  xfer_send(&s, WIRE_MOMENT, moments, MOMENTS);
  xfer_send_flush(&s, WIRE_FRAME_DATA);
  worked = watch_work(watch);
  watch_free(watch);
  intake_free(&intake);
  xfer_receive_free(r);
  free(memory);
}

static void a_frame_of_many_moments_is_not_told_without_end(void **state)
{
  const struct wire_meta metas[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 1 } };
  (void)state;
  send(metas, 2, false);
  assert_true(told && missed);
  assert_int_equal(told + missed, MOMENTS);
  assert_true(most_at_once < WATCH_LINES_MOST + bytes_told / told + 1000);
}

static void moments_without_a_clock_are_missed(void **state)
{
  const struct wire_meta metas[] = { { WIRE_META_START_TSC, 1 } };
  (void)state;
  send(metas, 1, false);
  assert_int_equal(told, 0);
  assert_int_equal(missed, MOMENTS);
}

/* Threads that are not known are not gone through at each of them. */
static void moments_that_lack_stances_cost_little(void **state)
{
  const struct wire_meta metas[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 1 } };
  (void)state;
  send(metas, 2, true);
  assert_int_equal(told + missed, MOMENTS - 1); /* what the last one lacks may still come */
  assert_true(worked <= 2 * THREADS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_frame_of_many_moments_is_not_told_without_end),
    cmocka_unit_test(moments_without_a_clock_are_missed),
    cmocka_unit_test(moments_that_lack_stances_cost_little),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
