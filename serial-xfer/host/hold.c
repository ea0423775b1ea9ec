/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hold.c: see hold.h.
 */
#include "hold.h"

#include <stdlib.h>
#include <string.h>

/* Where `seq` is or would be. Frames mostly come in order: looked for from the end. */
static size_t place(const struct hold *h, uint32_t seq)
{
  size_t i = h->count;
  while (i && h->frames[i - 1].seq >= seq)
    i--;
  return i;
}

static bool grow(struct hold *h)
{
  if (h->count < h->room)
    return true;
  size_t room = h->room ? 2 * h->room : 64;
  struct held *frames = realloc(h->frames, room * sizeof(*frames));
  if (!frames)
    return false;
  h->frames = frames;
  h->room = room;
  return true;
}

bool hold_add(struct hold *h, uint32_t seq, uint64_t offset, const uint8_t *frame, size_t bytes)
{
  const size_t at = place(h, seq);
  if ((at < h->count && h->frames[at].seq == seq) || !grow(h))
    return false;
  uint8_t *copy = malloc(bytes);
  if (!copy)
    return false;
  memcpy(copy, frame, bytes);
  memmove(h->frames + at + 1, h->frames + at, (h->count - at) * sizeof(*h->frames));
  h->frames[at] = (struct held){ seq, offset, bytes, copy };
  h->count++;
  h->bytes += bytes;
  return true;
}

const struct held *hold_first(const struct hold *h)
{
  return h->count ? h->frames : NULL;
}

void hold_drop_first(struct hold *h)
{
  h->bytes -= h->frames->bytes;
  free(h->frames->frame);
  h->count--;
  memmove(h->frames, h->frames + 1, h->count * sizeof(*h->frames));
}

bool hold_full(const struct hold *h)
{
  return h->bytes >= HOLD_BYTES || h->count >= HOLD_FRAMES;
}

/* Notes the frames `from` to before `to`, if there are any. False when the line is full: then it says nothing of
 * them. */
static bool note(struct ack *ack, uint32_t from, uint32_t to)
{
  if (from >= to)
    return true;
  if (ack->ranges == ACK_RANGES) {
    ack->high = from;
    return false;
  }
  ack->missing[ack->ranges++] = (struct ack_range){ from, to - from };
  return true;
}

void hold_missing(const struct hold *h, uint32_t low, uint32_t next, struct ack *ack)
{
  uint32_t from = low;
  ack->low = low;
  ack->ranges = 0;
  ack->high = h->count && h->frames[h->count - 1].seq >= next ? h->frames[h->count - 1].seq + 1 : next;
  if (ack->high < low)
    ack->high = low;
  for (size_t i = 0; i < h->count; i++) {
    if (!note(ack, from, h->frames[i].seq))
      return;
    from = h->frames[i].seq + 1;
  }
  note(ack, from, ack->high);
}

void hold_free(struct hold *h)
{
  while (h->count) {
    h->count--;
    free(h->frames[h->count].frame);
  }
  free(h->frames);
  *h = (struct hold){ 0 };
}
