/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * twoway.c: see twoway.h.
 */
#include "twoway.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "line.h"
#include "host/talk.h"
#include "target/window.h"

#define STEP_MS  20     /* that pass when the target waits once */
#define PATIENCE 1500   /* waits without a word of the host's: half a minute */

struct ends {
  struct line down, up;
  struct window window;
  struct checked_line_input input;
  struct talk talk;
  struct xfer_receiver *receiver;
  uint64_t now_ms, silent, line_bytes, damages;
  uint8_t *jxp;              /* what came */
  size_t jxp_used, jxp_room;
};

static void target_hears(struct ends *e)
{
  struct ack ack;
  const char *text;
  size_t bytes = checked_line_open(e->input.line, e->input.used, &text);
  if (!bytes || !ack_read(text, bytes, &ack))
    return;
  e->silent = 0;
  window_ack(&e->window, &ack);
}

static void host_says(struct ends *e)
{
  struct checked_line line;
  uint8_t out[2 * SEALED_BYTES];
  while (talk_next(&e->talk, e->receiver, e->now_ms, &line)) {
    size_t n = line_pass(&e->up, (const uint8_t *)line.line, line.used, out);
    for (size_t i = 0; i < n; i++)
      if (checked_line_take(&e->input, (char)out[i]))
        target_hears(e);
  }
}

static bool send_down(void *ctx, const void *data, size_t bytes)
{
  struct ends *e = ctx;
  uint8_t *out = malloc(2 * bytes);
  if (!out)
    abort();
  e->line_bytes += bytes;
  size_t n = line_pass(&e->down, data, bytes, out);
  talk_heard(&e->talk, e->now_ms);
  xfer_receive(e->receiver, out, n);
  free(out);
  return true;
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
  const size_t bytes = WIRE_FRAME_BYTES + f->head.wire_bytes;
  if (e->jxp_used + bytes > e->jxp_room)
    abort(); /* more than was sent: frames cannot come twice */
  memcpy(e->jxp + e->jxp_used, f->wire, bytes);
  e->jxp_used += bytes;
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)info;
  ((struct ends *)ctx)->damages++;
}

static void on_talk(void *ctx, const struct xfer_frame *f)
{
  talk_frame(&((struct ends *)ctx)->talk, f);
}

static void on_mended(void *ctx, uint64_t stretches, uint64_t bytes)
{
  (void)ctx, (void)stretches, (void)bytes;
}

static void send_frames(struct ends *e, const struct stream *s)
{
  while (!e->window.reader && wait_for_reader(e))
    ;
  for (size_t i = 0; i < s->frame_count; i++) {
    window_write(&e->window, s->bytes + s->frames[i].start, s->frames[i].end - s->frames[i].start);
    e->now_ms += 1;
    host_says(e);
  }
  window_finish(&e->window);
}

/* What came beside what was sent. */
static bool is_identical(const struct ends *e, const struct stream *s)
{
  size_t at = 0;
  for (size_t i = 0; i < s->frame_count; i++) {
    const size_t bytes = s->frames[i].end - s->frames[i].start;
    if (at + bytes > e->jxp_used || memcmp(e->jxp + at, s->bytes + s->frames[i].start, bytes) != 0)
      return false;
    at += bytes;
  }
  return at == e->jxp_used && !e->damages;
}

static void count(const struct ends *e, const struct stream *s, struct twoway_figures *f)
{
  f->dumps++;
  f->edits += e->down.edits + e->up.edits;
  f->frames += s->frame_count;
  f->resent += e->window.resent;
  f->bytes += e->jxp_used;
  f->line_bytes += e->line_bytes;
}

bool twoway_check(const struct stream *s, uint64_t seed, double rate, struct twoway_figures *f)
{
  static const struct window_ops window_ops = { send_down, wait_for_reader };
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  static const struct xfer_talk_ops talk_ops = { on_talk, on_mended };
  struct ends e = { .receiver = NULL, .jxp_room = s->used, .jxp = malloc(s->used) };
  uint8_t *memory = malloc(4 * WINDOW_LEAST);
  e.receiver = xfer_receive_new(&ops, &e);
  if (!e.jxp || !memory || !e.receiver)
    abort();
  xfer_receive_answered(e.receiver, &talk_ops);
  talk_init(&e.talk, (uint32_t)seed, 0);
  line_start(&e.down, 2 * seed, rate);
  line_start(&e.up, 2 * seed + 1, rate);
  window_init(&e.window, memory, 4 * WINDOW_LEAST, s->run, &window_ops, &e);
  send_frames(&e, s);
  xfer_receive_end(e.receiver);
  bool identical = is_identical(&e, s);
  if (!identical)
    fprintf(stderr, "damage: dump of seed %" PRIu64 " at rate %g: %zu bytes came of %zu, %" PRIu64 " damages are "
            "told\n", seed, rate, e.jxp_used, s->used, e.damages);
  count(&e, s, f);
  f->identical += identical;
  xfer_receive_free(e.receiver);
  free(memory);
  free(e.jxp);
  return identical;
}
