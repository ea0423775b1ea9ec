/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_recover.c: a sender that is stopped in the middle, by a crash, and goes on from what is whole: nothing is lost,
 * and nothing comes twice.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "xfer.h"

#define EVENTS 40000
#define BATCH  1000

static uint8_t line[1 << 22];
static size_t used, crash_at;      /* the line breaks off behind that many bytes, once */
static jmp_buf crash;

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  if (used < crash_at && used + bytes >= crash_at) {
    memcpy(line + used, data, crash_at - used);
    used = crash_at;
    longjmp(crash, 1);
  }
  assert_true(used + bytes <= sizeof(line));
  memcpy(line + used, data, bytes);
  used += bytes;
  return true;
}

/* ---- the reader ---- */

static struct { uint64_t next, frames; } got;

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  static struct wire_event rows[WIRE_ROWS_MAX];
  struct xfer_block block;
  size_t pos = 0;
  (void)ctx;
  assert_int_equal(f->head.seq, got.frames);
  got.frames++;
  while (xfer_block_next(f->plain, f->head.plain_bytes, &pos, &block) == 1) {
    if (block.head.kind != WIRE_EVENT)
      continue;
    assert_true(xfer_unpack(&block, rows));
    for (uint32_t i = 0; i < block.head.rows; i++)
      assert_int_equal(rows[i].arg, got.next++);
  }
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx;
  assert_int_not_equal(info->damage, XFER_DAMAGE_GAP);
}

static void read_line(void)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  struct xfer_receiver *r = xfer_receive_new(&ops, NULL);
  memset(&got, 0, sizeof(got));
  xfer_receive(r, line, used);
  xfer_receive_end(r);
  xfer_receive_free(r);
}

/* ---- the sender ---- */

/* Sends events from number `from` on, of which the argument is their number; some do not pack well, so frames are
 * many. */
static void send_from(struct xfer_sender *s, uint64_t from)
{
  static struct wire_event rows[BATCH];
  while (from < EVENTS) {
    size_t n = 0;
    for (; n < BATCH && from < EVENTS; n++, from++)
      rows[n] = (struct wire_event){ .tsc = from * from * 2654435761u, .arg = from };
    xfer_send(s, WIRE_EVENT, rows, n);
  }
  xfer_send_flush(s, WIRE_FRAME_END);
}

static void run_with_crash(size_t at, void *memory)
{
  static struct xfer_sender s;
  used = 0;
  crash_at = at;
  xfer_send_init(&s, memory, 7, write_line, NULL);
  if (setjmp(crash) == 0) {
    send_from(&s, 0);
  } else {
    xfer_send_recover(&s);
    send_from(&s, s.sent[WIRE_EVENT]);
  }
  read_line();
  assert_int_equal(got.next, EVENTS);
}

static void a_crash_at_any_byte_loses_nothing(void **state)
{
  void *memory = malloc(XFER_SENDER_BYTES);
  (void)state;
  run_with_crash(0, memory);
  const size_t whole = used;
  assert_true(got.frames > 5);
  for (size_t at = 1; at < whole; at += whole / 97)
    run_with_crash(at, memory);
  run_with_crash(whole, memory);
  free(memory);
}

/* Where records were packed and their frame was not begun, whole blocks stay; of a pair, both or none. */
static void half_a_pair_is_taken_back(void **state)
{
  static struct xfer_sender s;
  const struct wire_event event = { .tsc = 1, .arg = 0 };
  const struct wire_name name = { WIRE_SPACE_EVENT, 1, 1 };
  void *memory = malloc(XFER_SENDER_BYTES);
  (void)state;
  used = crash_at = 0;
  xfer_send_init(&s, memory, 7, write_line, NULL);
  xfer_send(&s, WIRE_EVENT, &event, 1);
  const size_t whole = s.used;
  s.used += xfer_pack(WIRE_NAME, &name, 1, NULL, s.plain + s.used); /* as xfer_send_pair() does, up to here */
  s.sent[WIRE_NAME]++;
  xfer_send_recover(&s);
  assert_int_equal(s.used, whole);
  assert_int_equal(s.sent[WIRE_NAME], 0);
  assert_int_equal(s.sent[WIRE_EVENT], 1);
  xfer_send_flush(&s, WIRE_FRAME_END);
  read_line();
  assert_int_equal(got.next, 1);
  free(memory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_crash_at_any_byte_loses_nothing),
    cmocka_unit_test(half_a_pair_is_taken_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
