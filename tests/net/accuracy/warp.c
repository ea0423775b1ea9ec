/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * warp.c: `warp IN.jxp OUT.jxp [rate=PPM] [wave=US:US] [step=US@US]' writes a dump as its target would have made it with
 * another clock: each time stamp t, in cycles since profiling was started, is w(t) =
 *
 *   t + rate t / 10^6 + amplitude sin(2 pi t / period) + (from the step's time on) the step
 *
 * What always holds: nothing but times is changed, and a later time stays the later one; a wave that would turn time back
 * is refused. Where a call began follows from when it ended and what it took; `away' takes what is between the two.
 * Of symbols and console text nothing is looked at; an index is left out.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xfer.h"

struct warp {
  long double rate, amplitude_us, period_us, step_us, step_at_us;
  uint64_t start, hz;
  FILE *out;
  uint8_t *plain, *rows;
};

static _Noreturn void fail(const char *why, const char *what)
{
  fprintf(stderr, "warp: %s: %s\n", what, why);
  exit(1);
}

/* ---- times ---- */

static uint64_t warped(const struct warp *w, uint64_t tsc)
{
  const long double us = (long double)w->hz / 1e6L, t = (long double)(int64_t)(tsc - w->start);
  long double more = t * w->rate / 1e6L;
  if (w->period_us > 0)
    more += w->amplitude_us * us * sinl(2 * acosl(-1) * t / (w->period_us * us));
  if (t >= w->step_at_us * us)
    more += w->step_us * us;
  return tsc + (uint64_t)llroundl(more);
}

static void warp_at(const struct warp *w, uint8_t *at)
{
  uint64_t tsc;
  memcpy(&tsc, at, sizeof(tsc));
  tsc = tsc ? warped(w, tsc) : 0;
  memcpy(at, &tsc, sizeof(tsc));
}

/* What is a time by its description, in each kind. */
static bool is_time(const struct wire_column_info *c)
{
  return c->bytes == 8 && (!strncmp(c->text, "TSC", 3) || strstr(c->text, "`tsc` of the release"));
}

static void warp_call(const struct warp *w, struct wire_call *c)
{
  const uint64_t end = warped(w, c->tsc), begin = warped(w, c->tsc - c->raw - c->away);
  const uint64_t took = end - begin;
  c->tsc = end;
  if (c->call & (1u << 2 | 1u << 3)) /* HIGH, WIDE: longer than this test's calls */
    return;
  c->raw = took < c->raw ? (uint32_t)took : c->raw;
  c->away = took - c->raw > UINT32_MAX ? UINT32_MAX : (uint32_t)(took - c->raw);
}

static void warp_meta(const struct warp *w, struct wire_meta *m)
{
  if (m->key == WIRE_META_START_TSC || m->key == WIRE_META_STOP_TSC)
    m->value = warped(w, m->value);
}

static void warp_rows(const struct warp *w, enum wire_kind kind, uint8_t *rows, size_t count)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  for (size_t i = 0; i < count; i++) {
    uint8_t *row = rows + i * k->bytes;
    if (kind == WIRE_CALL)
      warp_call(w, (struct wire_call *)row);
    else if (kind == WIRE_META)
      warp_meta(w, (struct wire_meta *)row);
    else
      for (unsigned c = 0; c < k->column_count; c++)
        if (is_time(&k->columns[c]))
          warp_at(w, row + k->columns[c].offset);
  }
}

/* ---- frames ---- */

static void write_out(const struct warp *w, const void *bytes, size_t count)
{
  if (fwrite(bytes, 1, count, w->out) != count)
    fail("cannot be written", "what is warped");
}

static void learn(struct warp *w, const struct wire_meta *m, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (m[i].key == WIRE_META_START_TSC)
      w->start = m[i].value;
    else if (m[i].key == WIRE_META_TSC_HZ)
      w->hz = m[i].value;
}

static size_t warp_payload(struct warp *w, const uint8_t *payload, size_t bytes)
{
  struct xfer_block block;
  size_t used = 0, pos = 0;
  int more;
  while ((more = xfer_block_next(payload, bytes, &pos, &block)) > 0) {
    const enum wire_kind kind = block.head.kind;
    if (block.head.kind >= WIRE_KIND_LIMIT || !wire_kinds[kind].bytes || !xfer_unpack(&block, w->rows))
      fail("a block cannot be read", "a dump");
    if (kind == WIRE_META && !w->hz)
      learn(w, (const struct wire_meta *)w->rows, block.head.rows);
    warp_rows(w, kind, w->rows, block.head.rows);
    used += xfer_pack(kind, w->rows, block.head.rows, NULL, w->plain + WIRE_FRAME_BYTES + used);
  }
  if (more < 0 || used > WIRE_PLAIN_MAX)
    fail("a frame cannot be made again", "a dump");
  return used;
}

static void take_frame(void *ctx, const struct xfer_frame *f)
{
  struct warp *w = ctx;
  const size_t bytes = warp_payload(w, f->plain, f->head.plain_bytes);
  xfer_seal_frame(w->plain, f->head.type, f->head.flags & (uint16_t)~WIRE_FLAG_LZO, f->head.seq, bytes, bytes);
  write_out(w, w->plain, WIRE_FRAME_BYTES + bytes);
}

static void take_added(void *ctx, const struct xfer_frame *f)
{
  write_out(ctx, f->wire, WIRE_FRAME_BYTES + f->head.wire_bytes);
}

static void take_text(void *ctx, const uint8_t *text, size_t bytes)
{
  write_out(ctx, text, bytes);
}

static void take_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx;
  fail(xfer_damage_text(info->damage), "a dump");
}

/* ---- the command ---- */

static bool parse(struct warp *w, const char *arg)
{
  char end;
  if (sscanf(arg, "rate=%Lf%c", &w->rate, &end) == 1)
    return fabsl(w->rate) < 1e6L;
  if (sscanf(arg, "step=%Lf@%Lf%c", &w->step_us, &w->step_at_us, &end) == 2)
    return w->step_us >= 0;
  return sscanf(arg, "wave=%Lf:%Lf%c", &w->amplitude_us, &w->period_us, &end) == 2 && w->period_us > 0 &&
         fabsl(w->amplitude_us) * 2 * acosl(-1) < w->period_us / 2;
}

int main(int argc, char **argv)
{
  static const struct xfer_receiver_ops ops = { .frame = take_frame, .text = take_text, .damage = take_damage,
                                                .added = take_added };
  struct warp w = { 0 };
  static uint8_t bytes[1 << 16];
  for (int i = 3; i < argc; i++)
    if (!parse(&w, argv[i]))
      fail("rate=PPM, wave=AMPLITUDE_US:PERIOD_US or step=US@US, by which time goes on", argv[i]);
  FILE *in = argc < 3 ? NULL : fopen(argv[1], "rb");
  w.out = in ? fopen(argv[2], "wb") : NULL;
  if (!w.out)
    fail("usage: warp IN.jxp OUT.jxp [rate=PPM] [wave=US:US] [step=US@US]", argc < 3 ? "two files" : argv[1]);
  w.plain = malloc(64u << 20);
  w.rows = malloc((size_t)WIRE_ROWS_MAX * 256);
  struct xfer_receiver *r = xfer_receive_new(&ops, &w);
  if (!w.plain || !w.rows || !r)
    fail("no memory", argv[1]);
  for (size_t n; (n = fread(bytes, 1, sizeof(bytes), in)) > 0;)
    xfer_receive(r, bytes, n);
  xfer_receive_end(r);
  xfer_receive_free(r);
  if (!w.hz)
    fail("it does not say its clock's frequency", argv[1]);
  free(w.plain);
  free(w.rows);
  return fclose(w.out) == 0 && fclose(in) == 0 ? 0 : 1;
}
