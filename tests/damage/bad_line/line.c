/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.c: see line.h.
 */
#include "line.h"

#include <math.h>

uint64_t line_draw(uint64_t *random, uint64_t below)
{
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return *random % below;
}

/* How far it is to the next edit: each byte is hit with the same probability, so the distance is geometric. */
static void set_next(struct line *l)
{
  double u = ((double)line_draw(&l->random, 1u << 30) + 1) / ((double)(1u << 30) + 1);
  double distance = l->rate >= 1 ? 0 : l->rate > 0 ? log(u) / log1p(-l->rate) : 1e18;
  l->next += distance < 1e18 ? (uint64_t)distance : (uint64_t)1e18;
}

void line_start(struct line *l, uint64_t seed, double rate)
{
  *l = (struct line){ .rate = rate, .random = seed * 0x9E3779B97F4A7C15 + 1 };
  if (!l->random)
    l->random = 1;
  for (int i = 0; i < 8; i++) /* neighbouring seeds part */
    line_draw(&l->random, 2);
  set_next(l);
}

static void tell(struct line *l, enum line_edit edit)
{
  if (l->touched)
    l->touched(l->ctx, l->position, edit);
}

/* Does something to a byte; returns what of it came out. */
static size_t edit(struct line *l, uint8_t byte, uint8_t *out)
{
  enum line_edit what = (enum line_edit)line_draw(&l->random, LINE_EDITS);
  tell(l, what);
  l->edits++;
  switch (what) {
  case LINE_FLIP: out[0] = byte ^ (uint8_t)(1 + line_draw(&l->random, 255)); return 1;
  case LINE_DROP: return 0;
  case LINE_DOUBLE: out[0] = out[1] = byte; return 2;
  default: out[0] = (uint8_t)line_draw(&l->random, 256); out[1] = byte; return 2;
  }
}

/* Whether the byte at the line's position lies in the cut. */
static bool cut(struct line *l)
{
  if (l->position < l->cut_at || l->position >= l->cut_end)
    return false;
  tell(l, LINE_DROP);
  l->edits += l->position == l->cut_at;
  return true;
}

size_t line_pass(struct line *l, const uint8_t *in, size_t bytes, uint8_t *out)
{
  size_t used = 0;
  for (size_t i = 0; i < bytes; i++, l->position++) {
    bool hit = l->position == l->next;
    if (hit) {
      l->next++;
      set_next(l);
    }
    if (cut(l))
      continue;
    if (hit)
      used += edit(l, in[i], out + used);
    else
      out[used++] = in[i];
  }
  return used;
}
