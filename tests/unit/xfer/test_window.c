/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_window.c: the back channel: both ends against each other over a line that loses, doubles and spoils bytes in
 * both directions, on a clock that the test moves. Whatever the line does, the reader gets each record once and in
 * order; and where no reader answers, the target goes on.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/talk.h"
#include "target/window.h"

#define ROWS          3000
#define ROWS_A_FRAME  100    /* that the test makes; some frames are smaller still */
#define STEP_MS       20     /* that pass in one wait of the target */
#define PATIENCE      3000   /* waits without a word of the reader's: a minute */
#define SENDER_ROOM   (XFER_SENDER_BYTES)

/* ---- a line ---- */

struct line {
  double rate;            /* errors a byte */
  uint64_t random;
  uint64_t errors;
  bool cut;               /* nothing gets through */
};

static uint64_t draw(uint64_t *random, uint64_t below)
{
  *random ^= *random << 13; /* xorshift64 (Marsaglia, "Xorshift RNGs", 2003) */
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random % below;
}

/* Writes what comes out of the line where a byte goes in; at most two bytes. */
static size_t pass(struct line *l, uint8_t byte, uint8_t out[2])
{
  if (l->cut)
    return 0;
  out[0] = out[1] = byte;
  if ((double)draw(&l->random, 1u << 30) >= l->rate * (1u << 30))
    return 1;
  l->errors++;
  switch (draw(&l->random, 4)) {
  case 0: out[0] ^= (uint8_t)(1 + draw(&l->random, 255)); return 1;
  case 1: return 0;
  case 2: return 2;
  default: out[0] = (uint8_t)draw(&l->random, 256); return 2;
  }
}

/* ---- both ends ---- */

struct ends {
  struct line down, up;
  struct window window;
  struct xfer_sender sender;
  struct checked_line_input input;
  struct xfer_receiver *receiver;
  struct talk talk;
  uint64_t now_ms;
  unsigned silent;                /* waits without a word of the reader's */
  bool reading;                   /* the host's program runs */
  bool mute;                      /* and never says a word */
  bool full_frames;               /* all that leave, but for the last */
  bool twice;                     /* each line of the reader's comes twice, again together with the next line */
  struct checked_line late;
  uint64_t rows, damages, lost, mended, frames, line_bytes, typed;
  bool end;
  uint8_t *memory, *room;
};

static void target_hears(struct ends *e, const char *line, size_t bytes)
{
  struct ack ack;
  const char *text;
  size_t length = checked_line_open(line, bytes, &text);
  if (!length) {
    e->typed += !checked_line_is(line, bytes);
    return;
  }
  if (length == 3 && memcmp(text, "bye", 3) == 0)
    window_reader_gone(&e->window);
  else if (ack_read(text, length, &ack))
    window_ack(&e->window, &ack);
  e->silent = 0;
}

static void send_up(struct ends *e, const struct checked_line *s)
{
  uint8_t out[2];
  for (size_t i = 0; i < s->used; i++)
    for (size_t n = pass(&e->up, (uint8_t)s->line[i], out), k = 0; k < n; k++)
      if (checked_line_take(&e->input, (char)out[k]))
        target_hears(e, e->input.line, e->input.used);
}

static bool send_down(void *ctx, const void *data, size_t bytes)
{
  struct ends *e = ctx;
  const uint8_t *p = data;
  uint8_t *out = malloc(2 * bytes);
  size_t used = 0;
  for (size_t i = 0; i < bytes; i++)
    used += pass(&e->down, p[i], out + used);
  e->line_bytes += bytes;
  if (e->reading && used) {
    talk_heard(&e->talk, e->now_ms);
    xfer_receive(e->receiver, out, used);
  }
  free(out);
  return true;
}

static void host_says(struct ends *e)
{
  struct checked_line line;
  while (e->reading && !e->mute && talk_next(&e->talk, e->receiver, e->now_ms, &line)) {
    if (e->twice) {
      struct checked_line late = e->late;
      e->late = line;
      if (late.used)
        send_up(e, &late);
    }
    send_up(e, &line);
  }
}

static bool wait_for_reader(void *ctx)
{
  struct ends *e = ctx;
  e->now_ms += STEP_MS;
  host_says(e);
  return ++e->silent < PATIENCE;
}

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  struct ends *e = ctx;
  size_t pos = 0;
  struct xfer_block block;
  static struct wire_event rows[ROWS];
  assert_int_equal(f->head.flags & ~WIRE_FLAG_LZO, 0); /* a file is as it would be without a back channel */
  assert_int_equal(xfer_crc32(0, f->wire, offsetof(struct wire_frame, header_crc)), f->head.header_crc);
  e->frames++;
  e->end |= f->head.type == WIRE_FRAME_END;
  while (xfer_block_next(f->plain, f->head.plain_bytes, &pos, &block) == 1) {
    if (block.head.kind != WIRE_EVENT)
      continue;
    assert_true(block.head.rows <= ROWS && xfer_unpack(&block, rows));
    for (uint32_t i = 0; i < block.head.rows; i++) {
      if (!e->lost)
        assert_int_equal(rows[i].arg, e->rows);
      e->rows = rows[i].arg + 1;
    }
  }
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  struct ends *e = ctx;
  e->damages++;
  e->lost += info->count;
}

static void on_talk(void *ctx, const struct xfer_frame *f)
{
  talk_frame(&((struct ends *)ctx)->talk, f);
}

static void on_mended(void *ctx, uint64_t stretches, uint64_t bytes)
{
  (void)bytes;
  ((struct ends *)ctx)->mended += stretches;
}

static const struct window_ops window_ops = { send_down, wait_for_reader };
static const struct xfer_receiver_ops receiver_ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
static const struct xfer_talk_ops talk_ops = { on_talk, on_mended };

static void start_reader(struct ends *e, uint32_t session)
{
  e->receiver = xfer_receive_new(&receiver_ops, e);
  xfer_receive_answered(e->receiver, &talk_ops);
  talk_init(&e->talk, session, e->now_ms);
  e->reading = true;
}

static struct ends *start(uint64_t seed, double rate, size_t window_bytes)
{
  struct ends *e = calloc(1, sizeof(*e));
  e->down = (struct line){ .rate = rate, .random = seed * 2 + 1 };
  e->up = (struct line){ .rate = rate, .random = seed * 3 + 7 };
  e->memory = malloc(window_bytes);
  e->room = malloc(SENDER_ROOM);
  window_init(&e->window, e->memory, window_bytes, (uint32_t)seed + 1, &window_ops, e);
  xfer_send_init(&e->sender, e->room, (uint32_t)seed + 1, window_write, &e->window);
  return e;
}

static void stop(struct ends *e)
{
  xfer_receive_free(e->receiver);
  free(e->memory);
  free(e->room);
  free(e);
}

static void send_rows(struct ends *e, uint64_t from, uint64_t to)
{
  struct wire_event rows[ROWS_A_FRAME];
  for (uint64_t i = from; i < to; i += ROWS_A_FRAME) {
    for (uint64_t k = 0; k < ROWS_A_FRAME; k++) /* arg counts; the rest is noise that does not compress */
      rows[k] = (struct wire_event){ .tsc = draw(&e->down.random, 1ull << 40), .arg = i + k,
                                     .event = (uint32_t)draw(&e->down.random, 1u << 30) };
    e->sender.frame_bytes = e->window.frame_bytes;
    xfer_send(&e->sender, WIRE_EVENT, rows, ROWS_A_FRAME);
    if (i % 700 == 0 && !e->full_frames)
      xfer_send_flush(&e->sender, WIRE_FRAME_DATA);
    e->now_ms += 3;
    host_says(e);
  }
  xfer_send_flush(&e->sender, WIRE_FRAME_DATA);
}

static void send_hello(struct ends *e)
{
  struct wire_meta meta = { WIRE_META_TSC_HZ, 1000000000 };
  xfer_send(&e->sender, WIRE_META, &meta, 1);
  xfer_send_flush(&e->sender, WIRE_FRAME_HELLO);
}

static bool send_end(struct ends *e)
{
  struct wire_meta meta = { WIRE_META_FRAMES, e->sender.seq + 1 };
  xfer_send(&e->sender, WIRE_META, &meta, 1);
  xfer_send_flush(&e->sender, WIRE_FRAME_END);
  return window_finish(&e->window);
}

static void all_came(struct ends *e)
{
  xfer_receive_end(e->receiver);
  assert_int_equal(e->rows, ROWS);
  assert_int_equal(e->lost, 0);
  assert_int_equal(e->damages, 0);
  assert_true(e->end);
  assert_int_equal(e->frames, e->sender.seq);
  assert_int_equal(e->window.abandoned, 0);
}

/* ---- whatever the line does ---- */

static void whatever_the_line_does_all_comes_once(void **state)
{
  (void)state;
  uint64_t errors = 0, resent = 0, mended = 0;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    double rate = pow(10, -6 + 3 * (double)(seed % 100) / 99);
    struct ends *e = start(seed, rate, seed % 3 ? WINDOW_LEAST : 4 * WINDOW_LEAST);
    e->twice = seed % 5 == 0;
    start_reader(e, (uint32_t)seed);
    while (!e->window.reader) /* the greeting may be lost, too */
      wait_for_reader(e);
    send_hello(e);
    send_rows(e, 0, ROWS);
    assert_true(send_end(e));
    all_came(e);
    errors += e->down.errors + e->up.errors;
    resent += e->window.resent;
    mended += e->mended;
    assert_true(e->down.errors || !e->window.resent); /* nothing is sent again for nothing */
    stop(e);
  }
  assert_true(errors > 2000 && resent > 1000 && mended > 1000);
}

static void a_good_line_carries_nothing_twice(void **state)
{
  (void)state;
  struct ends *e = start(1, 0, WINDOW_LEAST);
  e->twice = true; /* answers that come late ask for frames that have come long ago */
  start_reader(e, 1);
  send_hello(e);
  send_rows(e, 0, ROWS);
  assert_true(send_end(e));
  all_came(e);
  assert_int_equal(e->window.resent, 0);
  stop(e);
}

/* A line so fast that all frames have left before the first answer comes: frames of full size would be sent twenty
 * times. */
static void a_fast_bad_line_carries_little_twice(void **state)
{
  (void)state;
  uint64_t carried = 0, dump = 0;
  for (uint64_t seed = 0; seed < 10; seed++) {
    struct ends *e = start(seed, 1e-4, 16 * WINDOW_LEAST);
    start_reader(e, 1);
    while (!e->window.reader)
      wait_for_reader(e);
    send_hello(e);
    e->mute = e->full_frames = true;
    send_rows(e, 0, 10 * ROWS);
    e->mute = false;
    assert_true(send_end(e));
    assert_int_equal(e->rows, 10 * ROWS);
    assert_int_equal(e->lost, 0);
    carried += e->line_bytes;
    dump += e->sender.wire_bytes;
    stop(e);
  }
  assert_true(carried < 2 * dump); /* 1.5 times; 19 with frames of full size at first */
}

/* On a line without a reader the window changes no byte. */
static void without_a_reader_the_line_is_as_it_was(void **state)
{
  (void)state;
  struct ends *e = start(1, 0, WINDOW_LEAST);
  e->receiver = xfer_receive_new(&receiver_ops, e);
  e->reading = true;
  e->mute = true;
  send_hello(e);
  send_rows(e, 0, ROWS);
  assert_true(send_end(e));
  all_came(e);
  assert_int_equal(e->line_bytes, e->sender.wire_bytes);
  assert_int_equal(e->silent, 0); /* nothing waited */
  stop(e);
}

/* ---- readers that come and go ---- */

static void a_reader_that_goes_is_waited_for_once(void **state)
{
  (void)state;
  struct ends *e = start(2, 0, WINDOW_LEAST);
  start_reader(e, 1);
  send_hello(e);
  host_says(e);
  send_rows(e, 0, 1000);
  e->reading = false;
  send_rows(e, 1000, ROWS);
  send_end(e);
  assert_int_equal(e->silent, PATIENCE); /* and then no more */
  assert_false(e->window.reader);
  assert_true(e->window.abandoned > 0);
  stop(e);
}

static void one_that_says_goodbye_is_not_waited_for(void **state)
{
  (void)state;
  struct checked_line bye;
  struct ends *e = start(3, 0, WINDOW_LEAST);
  start_reader(e, 1);
  send_hello(e);
  host_says(e);
  send_rows(e, 0, 1000);
  talk_bye(&bye);
  send_up(e, &bye);
  e->reading = false;
  e->silent = 0;
  send_rows(e, 1000, ROWS);
  assert_true(send_end(e));
  assert_int_equal(e->silent, 0);
  assert_int_equal(e->window.abandoned, 0);
  stop(e);
}

/* What a reader missed before it came is still in the window. */
static void one_that_comes_late_gets_what_is_kept(void **state)
{
  (void)state;
  struct ends *e = start(4, 0, 1 << 20);
  send_hello(e);
  send_rows(e, 0, 1000);
  start_reader(e, 1);
  send_rows(e, 1000, ROWS);
  assert_true(send_end(e));
  all_came(e);
  assert_true(e->window.resent > 0);
  stop(e);
}

static void what_is_kept_no_more_is_told_as_lost(void **state)
{
  (void)state;
  struct ends *e = start(5, 0, WINDOW_LEAST);
  send_hello(e);
  for (int i = 0; i < 10; i++)
    send_rows(e, 0, ROWS);
  e->lost = 1; /* rows are not from 0 on */
  start_reader(e, 1);
  uint32_t first = e->sender.seq;
  send_rows(e, 0, ROWS);
  assert_true(send_end(e));
  xfer_receive_end(e->receiver);
  assert_true(e->lost > 1 && e->lost <= first);
  assert_int_equal(e->lost - 1 + e->frames, e->sender.seq);
  assert_int_equal(e->damages, 1);
  stop(e);
}

static void another_reader_takes_over(void **state)
{
  (void)state;
  struct ends *e = start(6, 1e-4, WINDOW_LEAST);
  start_reader(e, 1);
  send_hello(e);
  send_rows(e, 0, 1500);
  xfer_receive_free(e->receiver);
  e->lost = 1;
  e->frames = 0;
  start_reader(e, 2);
  send_rows(e, 1500, ROWS);
  assert_true(send_end(e));
  assert_true(e->end);
  assert_int_equal(e->rows, ROWS);
  stop(e);
}

/* A cable that is pulled for a while, longer than the reader's longest silence and shorter than the target's
 * time-out. */
static void a_line_that_is_cut_for_a_while_loses_nothing(void **state)
{
  (void)state;
  struct ends *e = start(7, 1e-5, WINDOW_LEAST);
  start_reader(e, 1);
  send_hello(e);
  host_says(e);
  for (uint64_t i = 0; i < ROWS; i += 500) {
    send_rows(e, i, i + 400);
    e->down.cut = e->up.cut = true;
    send_rows(e, i + 400, i + 500);
    for (int k = 0; k < 500; k++)
      wait_for_reader(e);
    e->down.cut = e->up.cut = false;
    e->silent = 0;
  }
  assert_true(send_end(e));
  all_came(e);
  stop(e);
}

/* ---- a log of the line, read later ---- */

static uint8_t *log_bytes;
static size_t log_used;

static bool send_down_logged(void *ctx, const void *data, size_t bytes)
{
  struct ends *e = ctx;
  const uint8_t *p = data;
  uint8_t out[2];
  log_bytes = realloc(log_bytes, log_used + 2 * bytes);
  for (size_t i = 0; i < bytes; i++)
    for (size_t n = pass(&e->down, p[i], out), k = 0; k < n; k++) {
      log_bytes[log_used++] = out[k];
      talk_heard(&e->talk, e->now_ms);
      xfer_receive(e->receiver, &out[k], 1);
    }
  return true;
}

static void a_log_of_the_line_gives_the_same_dump(void **state)
{
  static const struct window_ops ops = { send_down_logged, wait_for_reader };
  (void)state;
  for (uint64_t seed = 0; seed < 20; seed++) {
    struct ends *e = start(seed, 1e-4, WINDOW_LEAST);
    e->window.ops = &ops;
    log_used = 0;
    start_reader(e, 1);
    while (!e->window.reader) /* before that frames lack the flag that says that they come again */
      wait_for_reader(e);
    send_hello(e);
    send_rows(e, 0, ROWS);
    assert_true(send_end(e));
    all_came(e);
    xfer_receive_free(e->receiver);
    e->receiver = xfer_receive_new(&receiver_ops, e);
    e->rows = e->frames = 0;
    e->end = false;
    xfer_receive(e->receiver, log_bytes, log_used);
    all_came(e);
    stop(e);
  }
  free(log_bytes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_good_line_carries_nothing_twice),
    cmocka_unit_test(a_fast_bad_line_carries_little_twice),
    cmocka_unit_test(without_a_reader_the_line_is_as_it_was),
    cmocka_unit_test(a_reader_that_goes_is_waited_for_once),
    cmocka_unit_test(one_that_says_goodbye_is_not_waited_for),
    cmocka_unit_test(one_that_comes_late_gets_what_is_kept),
    cmocka_unit_test(what_is_kept_no_more_is_told_as_lost),
    cmocka_unit_test(another_reader_takes_over),
    cmocka_unit_test(a_line_that_is_cut_for_a_while_loses_nothing),
    cmocka_unit_test(a_log_of_the_line_gives_the_same_dump),
    cmocka_unit_test(whatever_the_line_does_all_comes_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
