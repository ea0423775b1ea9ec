/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_transfer.c: framing and receiving: records come out as they went in, and whatever happens to the bytes in
 * between, no wrong record comes out and every byte is accounted for.
 */
#include "fixture.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "both/base64.h"
#include "pick.h"
#include "xfer.h"

/* ---- framing ---- */

struct stream {
  uint8_t bytes[1 << 20];
  size_t used;
  size_t frame_at[64], frames;
};

static bool append(void *ctx, const void *data, size_t bytes)
{
  struct stream *s = ctx;
  s->frame_at[s->frames++] = s->used;
  memcpy(s->bytes + s->used, data, bytes);
  s->used += bytes;
  return true;
}

static void say(struct stream *s, const char *text)
{
  memcpy(s->bytes + s->used, text, strlen(text));
  s->used += strlen(text);
}

/* A dump of 12 frames with text around them. Event i has the argument i, so a reader can check each on its own. */
#define EVENTS 10000
static struct stream clean;
static void make_stream(void)
{
  static struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  struct wire_meta meta = { WIRE_META_TSC_HZ, 1000000000 };
  clean.used = clean.frames = 0;
  xfer_send_init(&s, memory, 7, append, &clean);
  say(&clean, "booting \xc3\xa9\n");
  xfer_send(&s, WIRE_META, &meta, 1);
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (uint64_t i = 0; i < EVENTS; i += 1000) {
    static struct wire_event rows[1000];
    for (uint64_t k = i; k < i + 1000; k++)
      rows[k - i] = (struct wire_event){ 1000 + k * 3000 + pick(1000), k, 1 + (uint32_t)k % 3, 1, 0 };
    xfer_send(&s, WIRE_EVENT, rows, 1000);
    xfer_send_flush(&s, WIRE_FRAME_DATA);
  }
  say(&clean, "between frames\n");
  xfer_send(&s, WIRE_META, &meta, 1);
  xfer_send_flush(&s, WIRE_FRAME_END);
  say(&clean, "exit: ok\n");
  assert_int_equal(clean.frames, 12);
  assert_int_equal(s.sent[WIRE_EVENT], EVENTS);
  free(memory);
}

/* What a receiver made of a stream. */
struct seen {
  uint64_t frames, frame_bytes, text_bytes, damage_bytes, damages, lost;
  uint64_t by_damage[XFER_DAMAGE_LIMIT];
  uint64_t rescued;
  uint32_t last_seq;
  uint8_t event[EVENTS];
  char text[4096];
};

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  struct seen *s = ctx;
  size_t pos = 0;
  struct xfer_block block;
  assert_true(s->frames == 0 || f->head.seq > s->last_seq);
  s->last_seq = f->head.seq;
  s->frames++;
  s->frame_bytes += WIRE_FRAME_BYTES + f->head.wire_bytes;
  while (xfer_block_next(f->plain, f->head.plain_bytes, &pos, &block) == 1) {
    static struct wire_event rows[EVENTS];
    if (block.head.kind != WIRE_EVENT)
      continue;
    assert_true(block.head.rows <= EVENTS);
    assert_true(xfer_unpack(&block, rows));
    for (uint32_t i = 0; i < block.head.rows; i++) {
      assert_true(rows[i].arg < EVENTS && rows[i].event == 1 + rows[i].arg % 3); /* never a wrong record */
      assert_int_equal(s->event[rows[i].arg]++, 0);
    }
  }
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  struct seen *s = ctx;
  if (s->text_bytes + bytes < sizeof(s->text))
    memcpy(s->text + s->text_bytes, text, bytes);
  s->text_bytes += bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  struct seen *s = ctx;
  s->damages++;
  s->by_damage[info->damage]++;
  s->damage_bytes += info->bytes;
  if (info->damage != XFER_DAMAGE_VERSION)
    s->lost += info->count;
}

static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };

static struct seen *receive(const uint8_t *bytes, size_t n, size_t step)
{
  static struct seen seen;
  memset(&seen, 0, sizeof(seen));
  struct xfer_receiver *r = xfer_receive_new(&ops, &seen);
  assert_non_null(r);
  for (size_t i = 0; i < n; i += step)
    xfer_receive(r, bytes + i, n - i < step ? n - i : step);
  xfer_receive_end(r);
  xfer_receive_free(r);
  return &seen;
}

static void a_clean_stream_comes_through_in_any_portions(void **state)
{
  static const size_t steps[] = { 1, 7, 4096, 1 << 20 };
  (void)state;
  make_stream();
  for (size_t i = 0; i < 4; i++) {
    struct seen *s = receive(clean.bytes, clean.used, steps[i]);
    assert_int_equal(s->frames, 12);
    assert_int_equal(s->damages, 0);
    assert_int_equal(s->frame_bytes + s->text_bytes, clean.used);
    assert_string_equal(s->text, "booting \xc3\xa9\nbetween frames\nexit: ok\n");
  }
}

static uint8_t changed[2 << 20];
static struct seen *damaged(size_t n)
{
  return receive(changed, n, 4096);
}

static void a_flipped_bit_costs_one_frame(void **state)
{
  (void)state;
  make_stream();
  for (size_t frame = 0; frame < clean.frames; frame++) {
    memcpy(changed, clean.bytes, clean.used);
    changed[clean.frame_at[frame] + WIRE_FRAME_BYTES + 5] ^= 0x10;
    struct seen *s = damaged(clean.used);
    assert_int_equal(s->frames, 11);
    assert_int_equal(s->by_damage[XFER_DAMAGE_PAYLOAD], 1);
    assert_int_equal(s->lost, 1);
    memcpy(changed, clean.bytes, clean.used);
    changed[clean.frame_at[frame] + 17] ^= 0x10; /* the length */
    s = damaged(clean.used);
    assert_int_equal(s->frames, 11);
    assert_int_equal(s->by_damage[XFER_DAMAGE_HEADER], 1);
    assert_int_equal(s->lost, frame == 11 ? 0 : 1); /* only its type could tell that the last one is missing */
  }
}

static void missing_bytes_cost_one_frame(void **state)
{
  (void)state;
  make_stream();
  size_t at = clean.frame_at[3] + 100;
  memcpy(changed, clean.bytes, at);
  memcpy(changed + at, clean.bytes + at + 3, clean.used - at - 3);
  struct seen *s = damaged(clean.used - 3);
  assert_int_equal(s->frames, 11);
  assert_int_equal(s->lost, 1);
  assert_int_equal(s->by_damage[XFER_DAMAGE_PAYLOAD], 1);
}

static void a_cut_is_named_wherever_it_falls(void **state)
{
  (void)state;
  make_stream();
  for (size_t n = clean.frame_at[0] + 1; n < clean.used; n += 13) {
    struct seen *s = receive(clean.bytes, n, n);
    size_t whole = 0;
    for (size_t i = 0; i < clean.frames; i++)
      whole += clean.frame_at[i] + WIRE_FRAME_BYTES + wire_get(clean.bytes + clean.frame_at[i] + 16, 4) <= n;
    assert_int_equal(s->frames, whole);
    bool inside = whole < clean.frames && clean.frame_at[whole] < n;
    assert_int_equal(s->by_damage[XFER_DAMAGE_CUT], inside);
    assert_int_equal(s->frame_bytes + s->text_bytes + s->damage_bytes, n);
  }
}

static void missing_and_repeated_frames_are_told(void **state)
{
  (void)state;
  make_stream();
  size_t a = clean.frame_at[4], b = clean.frame_at[6], end = clean.used;
  memcpy(changed, clean.bytes, a);
  memcpy(changed + a, clean.bytes + b, end - b);
  struct seen *s = damaged(a + end - b);
  assert_int_equal(s->frames, 10);
  assert_int_equal(s->by_damage[XFER_DAMAGE_GAP], 1);
  assert_int_equal(s->lost, 2);
  memcpy(changed, clean.bytes, b);
  memcpy(changed + b, clean.bytes + a, end - a);
  s = damaged(b + end - a);
  assert_int_equal(s->frames, 12);
  assert_int_equal(s->by_damage[XFER_DAMAGE_REPEAT], 2);
  assert_int_equal(s->lost, 0);
}

/* Replaces every `from` (one byte) by `to`; as a terminal or a careless copy would. */
static size_t rewrite(uint8_t from, const char *to)
{
  size_t n = 0;
  for (size_t i = 0; i < clean.used; i++)
    if (clean.bytes[i] == from) {
      memcpy(changed + n, to, strlen(to));
      n += strlen(to);
    } else {
      changed[n++] = clean.bytes[i];
    }
  return n;
}

static void rewritten_line_ends_are_recognised(void **state)
{
  (void)state;
  make_stream();
  static const struct { uint8_t from; const char *to; } ways[] = {
    { '\n', "\r\n" }, { '\r', "" }, { '\r', "\n" }, { '\n', "\r" },
  };
  for (size_t i = 0; i < 4; i++) {
    struct seen *s = damaged(rewrite(ways[i].from, ways[i].to));
    assert_int_equal(s->frames, 0);
    assert_true(s->by_damage[XFER_DAMAGE_LINE_ENDS] >= 12);
  }
}

static void a_future_version_is_named(void **state)
{
  (void)state;
  make_stream();
  memcpy(changed, clean.bytes, clean.used);
  uint8_t *head = changed + clean.frame_at[0];
  head[8] = 7;
  wire_put(head + 28, xfer_crc32(0, head, 28), 4);
  struct seen *s = damaged(clean.used);
  assert_int_equal(s->by_damage[XFER_DAMAGE_VERSION], 1);
  assert_int_equal(s->frames, 11);
}

static void a_panic_inside_a_frame_is_still_read(void **state)
{
  static const char text[] = "\npanic: stack overflow in thread reader\n";
  (void)state;
  make_stream();
  size_t at = clean.frame_at[11] + 40;
  memcpy(changed, clean.bytes, at);
  memcpy(changed + at, text, sizeof(text) - 1);
  struct seen *s = damaged(at + sizeof(text) - 1);
  assert_int_equal(s->frames, 11);
  assert_non_null(strstr(s->text, "panic: stack overflow in thread reader\n"));
}

static void text_survives_a_stray_byte(void **state)
{
  static const char text[] = "SeaBIOS\xff booting from ROM\nready\n";
  (void)state;
  struct seen *s = receive((const uint8_t *)text, sizeof(text) - 1, 5);
  assert_string_equal(s->text, "SeaBIOS booting from ROM\nready\n");
  assert_int_equal(s->by_damage[XFER_DAMAGE_GARBAGE], 1);
  assert_int_equal(s->damage_bytes, 1);
}

/* ---- as text ---- */

static size_t changed_used;

static bool add_changed(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  memcpy(changed + changed_used, data, bytes);
  changed_used += bytes;
  return true;
}

/* The clean stream's frames in base64, with console text before, in the middle and behind, and lines that begin with
 * `stamp`, where it has a `[` with a number and `] ` behind it, and end in `end`. */
static size_t make_logged(const char *stamp, const char *end)
{
  static uint8_t text[4 << 20];
  struct base64 a;
  changed_used = 0;
  add_changed(NULL, "booting\n", 8);
  base64_begin(&a, add_changed, NULL);
  for (size_t i = 0; i < clean.frames; i++) {
    const uint8_t *frame = clean.bytes + clean.frame_at[i];
    base64_write(&a, frame, WIRE_FRAME_BYTES + wire_get(frame + 16, 4));
  }
  base64_end(&a);
  add_changed(NULL, "-----BEGIN something else\nexit: ok\n", 35);
  size_t n = 0, lines = 0;
  for (size_t i = 0; i < changed_used; i++) {
    if (!i || changed[i - 1] == '\n')
      n += (size_t)snprintf((char *)text + n, 64, strchr(stamp, '[') ? "%s%zu] " : "%s", stamp, lines);
    if (changed[i] != '\n') {
      text[n++] = changed[i];
      continue;
    }
    memcpy(text + n, end, strlen(end));
    n += strlen(end);
    if (++lines == 10) { /* behind a line of base64 */
      memcpy(text + n, "watchdog: hello there!\n", 23);
      n += 23;
    }
  }
  memcpy(changed, text, n);
  return n;
}

static size_t make_armored(const char *end)
{
  return make_logged("", end);
}

static void frames_as_text_come_through_a_terminal(void **state)
{
  static const size_t steps[] = { 1, 7, 1 << 20 };
  (void)state;
  make_stream();
  for (size_t i = 0; i < 3; i++) {
    struct seen *s = receive(changed, make_armored("\n"), steps[i]);
    assert_int_equal(s->frames, 12);
    assert_int_equal(s->damages, 0);
    assert_string_equal(s->text, "booting\n\nwatchdog: hello there!\n-----BEGIN something else\nexit: ok\n");
    s = receive(changed, make_armored("\r\n"), steps[i]);
    assert_int_equal(s->frames, 12);
    assert_int_equal(s->damages, 0);
  }
}

static void frames_as_text_come_through_a_logger(void **state)
{
  static const char *const stamps[] = { "", "[", "  ", "[2026-11-21 12:00:", "host jx: [", "\t" },
    *const ends[] = { "\n", "\r\n", "\r\r\n", "  \n", "\t \r\n" };
  static const size_t steps[] = { 1, 7, 1 << 20 };
  (void)state;
  make_stream();
  for (size_t stamp = 0; stamp < 6; stamp++)
    for (size_t end = 0; end < 5; end++)
      for (size_t i = 0; i < 3; i++) {
        struct seen *s = receive(changed, make_logged(stamps[stamp], ends[end]), steps[i]);
        assert_int_equal(s->frames, 12);
        assert_int_equal(s->damages, 0);
        assert_non_null(strstr(s->text, "watchdog: hello there!\n"));
        assert_non_null(strstr(s->text, "exit: ok"));
      }
}

static void text_that_is_cut_or_spoilt_is_told_like_a_stream(void **state)
{
  (void)state;
  make_stream();
  size_t n = make_armored("\n");
  struct seen *s = damaged(n / 2);
  assert_in_range(s->frames, 1, 11);
  assert_int_equal(s->by_damage[XFER_DAMAGE_CUT], 1);
  changed[n / 2] = changed[n / 2] == 'A' ? 'B' : 'A';
  s = damaged(n);
  assert_int_equal(s->frames, 11);
  assert_int_equal(s->lost, 1);
}

/* ---- whatever is done ---- */

/* Flips, drops, doubles and inserts bytes at a rate of one in `rate`. */
static size_t ruin(uint32_t rate)
{
  size_t n = 0;
  for (size_t i = 0; i < clean.used; i++) {
    uint8_t byte = clean.bytes[i];
    switch (pick(rate)) {
    case 0: changed[n++] = byte ^ (uint8_t)(1 << pick(8)); break;
    case 1: break;
    case 2: changed[n++] = byte; changed[n++] = byte; break;
    case 3: changed[n++] = (uint8_t)pick(256); changed[n++] = byte; break;
    default: changed[n++] = byte;
    }
  }
  return n;
}

static void whatever_is_done_no_wrong_record_comes_out(void **state)
{
  static const uint32_t rates[] = { 200, 4000, 40000 };
  (void)state;
  make_stream();
  for (int i = 0; i < 600; i++) {
    size_t n = ruin(rates[i % 3]);
    struct seen *s = damaged(n); /* on_frame() asserts the records */
    assert_true(s->frames <= 12);
    assert_true(s->frame_bytes + s->damage_bytes <= n);
    assert_true(s->damages > 0 || s->frames == 12);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_clean_stream_comes_through_in_any_portions),
    cmocka_unit_test(a_flipped_bit_costs_one_frame),
    cmocka_unit_test(missing_bytes_cost_one_frame),
    cmocka_unit_test(a_cut_is_named_wherever_it_falls),
    cmocka_unit_test(missing_and_repeated_frames_are_told),
    cmocka_unit_test(rewritten_line_ends_are_recognised),
    cmocka_unit_test(a_future_version_is_named),
    cmocka_unit_test(a_panic_inside_a_frame_is_still_read),
    cmocka_unit_test(text_survives_a_stray_byte),
    cmocka_unit_test(frames_as_text_come_through_a_terminal),
    cmocka_unit_test(frames_as_text_come_through_a_logger),
    cmocka_unit_test(text_that_is_cut_or_spoilt_is_told_like_a_stream),
    cmocka_unit_test(whatever_is_done_no_wrong_record_comes_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
