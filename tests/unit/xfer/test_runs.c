/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_runs.c: frames of two runs in one stream are never taken for one run, wherever one of them ends and the other
 * begins, whatever is lost in between, in both orders, as frames and as text, answered or not.
 *
 * The runs are of one program, so that numbers of frames and PLACE records fit, and hello frames are alike.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "both/ack.h"
#include "both/base64.h"
#include "xfer.h"

#define FRAMES  12
#define EVENTS  50   /* of a frame */
#define OTHER   1000000 /* arguments of the second run's events begin here */
#define RUN_A   0x81234567u
#define RUN_B   0x89abcdefu

struct run {
  uint8_t bytes[1 << 16];
  size_t used;
  size_t at[FRAMES + 1]; /* where frames begin; the last one: where they end */
  size_t frames;
};

static struct run a, b, old; /* the frames of `old` say no run */

static bool append(void *ctx, const void *data, size_t bytes)
{
  struct run *r = ctx;
  memcpy(r->bytes + r->used, data, bytes);
  r->used += bytes;
  r->at[++r->frames] = r->used;
  return true;
}

static void make_run(struct run *r, uint32_t number, uint64_t first)
{
  static struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  const struct wire_meta hz = { WIRE_META_TSC_HZ, 1000000000 };
  *r = (struct run){ 0 };
  xfer_send_init(&s, memory, number, append, r);
  xfer_send(&s, WIRE_META, &hz, 1);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (uint64_t i = 0; i < FRAMES - 2; i++) {
    struct wire_event rows[EVENTS];
    for (uint64_t k = 0; k < EVENTS; k++)
      rows[k] = (struct wire_event){ 1000 * (i * EVENTS + k), first + i * EVENTS + k, 1, 1, 0 };
    xfer_send(&s, WIRE_EVENT, rows, EVENTS);
    xfer_send_flush(&s, WIRE_FRAME_DATA);
  }
  xfer_send(&s, WIRE_META, &hz, 1);
  xfer_send_flush(&s, WIRE_FRAME_END);
  free(memory);
}

static void append_old_frame(struct run *r, enum wire_frame_type type, enum wire_kind kind, const void *rows,
                             size_t count)
{
  static uint8_t frame[1 << 16];
  const size_t bytes = xfer_pack(kind, rows, count, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, type, 0, (uint32_t)r->frames, bytes, bytes);
  append(r, frame, WIRE_FRAME_BYTES + bytes);
}

/* Makes a run as targets sent it before there were RUN records. */
static void make_old_run(struct run *r, uint64_t first)
{
  const struct wire_meta hz = { WIRE_META_TSC_HZ, 1000000000 };
  *r = (struct run){ 0 };
  append_old_frame(r, WIRE_FRAME_HELLO, WIRE_META, &hz, 1);
  for (uint64_t i = 0; i < FRAMES - 2; i++) {
    const struct wire_event row = { i, first + i, 1, 1, 0 };
    append_old_frame(r, WIRE_FRAME_DATA, WIRE_EVENT, &row, 1);
  }
  append_old_frame(r, WIRE_FRAME_END, WIRE_META, &hz, 1);
}

/* What a receiver made of a stream. */
struct seen { uint64_t frames, of_a, of_b, damages, other_run; };

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  struct seen *s = ctx;
  size_t pos = 0;
  struct xfer_block block;
  s->frames++;
  while (xfer_block_next(f->plain, f->head.plain_bytes, &pos, &block) == 1) {
    struct wire_event rows[EVENTS];
    if (block.head.kind != WIRE_EVENT)
      continue;
    assert_true(xfer_unpack(&block, rows));
    s->of_a += rows[0].arg < OTHER;
    s->of_b += rows[0].arg >= OTHER;
  }
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  struct seen *s = ctx;
  s->damages++;
  s->other_run += info->damage == XFER_DAMAGE_RUN;
}

static void on_talk(void *ctx, const struct xfer_frame *frame)
{
  (void)ctx, (void)frame;
}

static void on_mended(void *ctx, uint64_t stretches, uint64_t bytes)
{
  (void)ctx, (void)stretches, (void)bytes;
}

static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
static const struct xfer_talk_ops talk = { on_talk, on_mended };

static struct xfer_receiver *new_receiver(struct seen *s, bool answered)
{
  struct xfer_receiver *r = xfer_receive_new(&ops, s);
  *s = (struct seen){ 0 };
  assert_non_null(r);
  if (answered)
    xfer_receive_answered(r, &talk);
  return r;
}

static struct seen end_receiver(struct xfer_receiver *r, const struct seen *s)
{
  xfer_receive_end(r);
  xfer_receive_free(r);
  return *s;
}

static void give_frames(struct xfer_receiver *r, const struct run *run, size_t from, size_t to)
{
  xfer_receive(r, run->bytes + run->at[from], run->at[to] - run->at[from]);
}

/* Never records of both; and where frames of both came, that is said. */
static void check_seen(struct seen s, bool both)
{
  assert_false(s.of_a && s.of_b);
  if (both)
    assert_true(s.other_run > 0);
}

/* Frames `first` to before `end` of one run, then frames from `next` on of the other. `both`: whole ones of each. */
static void splice(const struct run *one, const struct run *other, size_t first, size_t end, size_t next,
                   bool answered, bool both)
{
  struct seen s;
  struct xfer_receiver *r = new_receiver(&s, answered);
  give_frames(r, one, first, end);
  give_frames(r, other, next, FRAMES);
  check_seen(end_receiver(r, &s), both);
}

static void runs_are_not_mixed(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 4; i++)
    for (size_t first = 0; first < FRAMES; first += 4)
      for (size_t end = first; end <= FRAMES; end++)
        for (size_t next = 0; next <= FRAMES; next++)
          splice(i % 2 ? &b : &a, i % 2 ? &a : &b, first, end, next, i / 2, first < end && next < FRAMES);
}

static void runs_with_and_without_a_number_are_not_mixed(void **state)
{
  (void)state;
  for (unsigned i = 0; i < 4; i++)
    for (size_t end = 0; end <= FRAMES; end++)
      for (size_t next = 0; next <= FRAMES; next++)
        splice(i % 2 ? &old : &a, i % 2 ? &a : &old, 0, end, next, i / 2, end > 0 && next < FRAMES);
}

static void a_run_without_a_number_is_read(void **state)
{
  struct seen s;
  struct xfer_receiver *r = new_receiver(&s, false);
  (void)state;
  give_frames(r, &old, 0, FRAMES);
  s = end_receiver(r, &s);
  assert_int_equal(s.frames, FRAMES);
  assert_int_equal(s.damages, 0);
}

/* ---- as text ---- */

static bool give_text(void *receiver, const void *data, size_t bytes)
{
  xfer_receive(receiver, data, bytes);
  return true;
}

static void give_as_text(struct xfer_receiver *r, const struct run *run, size_t from, size_t to)
{
  struct base64 armor;
  base64_begin(&armor, give_text, r);
  base64_write(&armor, run->bytes + run->at[from], run->at[to] - run->at[from]);
  base64_end(&armor);
}

/* One run comes as frames and the other as text, in both orders, or both as text. */
static void text_and_frames_are_not_mixed(void **state)
{
  (void)state;
  for (unsigned way = 0; way < 3; way++)
    for (size_t end = 0; end <= FRAMES; end++)
      for (size_t next = 0; next <= FRAMES; next++) {
        struct seen s;
        struct xfer_receiver *r = new_receiver(&s, false);
        (way == 0 ? give_frames : give_as_text)(r, &a, 0, end);
        (way == 1 ? give_frames : give_as_text)(r, &b, next, FRAMES);
        check_seen(end_receiver(r, &s), end > 0 && next < FRAMES);
      }
}

static void a_run_that_comes_as_frames_and_as_text_is_kept_once(void **state)
{
  struct seen s;
  struct xfer_receiver *r = new_receiver(&s, false);
  (void)state;
  give_frames(r, &a, 0, FRAMES);
  give_as_text(r, &a, 0, FRAMES);
  s = end_receiver(r, &s);
  assert_int_equal(s.frames, FRAMES);
  assert_int_equal(s.damages, FRAMES);
}

/* ---- with damage around the place where the runs meet ---- */

/* The last frame of one run and the first frame of the other are damaged in one byte each. */
static void damage_does_not_mix_them(void **state)
{
  static struct run one, other;
  (void)state;
  for (size_t end = 1; end <= FRAMES; end++)
    for (size_t next = 0; next < FRAMES; next++)
      for (size_t at = 8; at < 60; at += 4) {
        one = a;
        other = b;
        one.bytes[one.at[end - 1] + at] ^= 4;
        other.bytes[other.at[next] + at] ^= 4;
        splice(&one, &other, 0, end, next, at % 8, end > 1 && next + 1 < FRAMES);
      }
}

/* ---- what a reader answers ---- */

static void give_ask(struct xfer_receiver *r, uint32_t run, uint32_t low, uint32_t next)
{
  uint8_t frame[256];
  const struct wire_ask ask = { .run = run, .token = 1, .low = low, .next = next };
  const size_t bytes = xfer_pack(WIRE_ASK, &ask, 1, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_ASK, 0, 0, bytes, bytes);
  xfer_receive(r, frame, WIRE_FRAME_BYTES + bytes);
}

/* A target that started again must not keep its frames for a reader who has no use for them. */
static void another_run_is_told_that_nothing_is_wanted(void **state)
{
  struct seen s;
  struct xfer_receiver *r = new_receiver(&s, true);
  struct ack ack = { .run = RUN_B };
  (void)state;
  give_frames(r, &a, 0, 3);
  give_ask(r, RUN_A, 0, 5);
  give_ask(r, RUN_B, 2, 9);
  xfer_receive_state(r, &ack);
  assert_int_equal(ack.low, 9);
  assert_int_equal(ack.high, 9);
  assert_int_equal(ack.ranges, 0);
  ack = (struct ack){ .run = RUN_A };
  xfer_receive_state(r, &ack);
  assert_int_equal(ack.low, 3);
  assert_int_equal(ack.high, 5);
  assert_int_equal(ack.ranges, 1);
  end_receiver(r, &s);
}

/* A reader who greets the target just before it starts again gets the new run whole. */
static void an_ask_of_the_run_before_spoils_nothing(void **state)
{
  struct seen s;
  struct xfer_receiver *r = new_receiver(&s, true);
  (void)state;
  give_ask(r, RUN_B, 30, 40);
  give_frames(r, &a, 0, FRAMES);
  s = end_receiver(r, &s);
  assert_int_equal(s.frames, FRAMES);
  assert_int_equal(s.damages, 0);
}

static int make(void **state)
{
  (void)state;
  make_run(&a, RUN_A, 0);
  make_run(&b, RUN_B, OTHER);
  make_old_run(&old, OTHER);
  return a.frames == FRAMES && b.frames == FRAMES && old.frames == FRAMES ? 0 : -1;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(runs_are_not_mixed),
    cmocka_unit_test(runs_with_and_without_a_number_are_not_mixed),
    cmocka_unit_test(a_run_without_a_number_is_read),
    cmocka_unit_test(text_and_frames_are_not_mixed),
    cmocka_unit_test(a_run_that_comes_as_frames_and_as_text_is_kept_once),
    cmocka_unit_test(damage_does_not_mix_them),
    cmocka_unit_test(another_run_is_told_that_nothing_is_wanted),
    cmocka_unit_test(an_ask_of_the_run_before_spoils_nothing),
  };
  return cmocka_run_group_tests(tests, make, NULL);
}
