/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * made.c: how a dump that is made begins and ends; made.h is the manual.
 */
#include "made.h"

#include <stdio.h>
#include <stdlib.h>

/* Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8, 2003. */
uint32_t made_pick(uint64_t *random, uint32_t below)
{
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return (uint32_t)(((*random >> 32) * below) >> 32);
}

static bool write_out(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

uint64_t made_begin(struct xfer_sender *s, int argc, char **argv, const char *what)
{
  const uint64_t wanted = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;
  void *memory = malloc(XFER_SENDER_BYTES);
  if (!wanted)
    fprintf(stderr, "usage: %s %s > FILE\n", argv[0], what);
  if (!wanted || !memory)
    return 0;
  xfer_send_init(s, memory, 1, write_out, stdout);
  return wanted;
}

int made_end(struct xfer_sender *s, uint64_t stop_tsc)
{
  xfer_send_flush(s, WIRE_FRAME_DATA);
  for (uint16_t k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++) {
    const struct wire_tally t = { k, s->sent[k], s->sent[k], 0 };
    if (t.made)
      xfer_send(s, WIRE_TALLY, &t, 1);
  }
  const struct wire_meta meta[] = { { WIRE_META_STOP_TSC, stop_tsc }, { WIRE_META_FRAMES, s->seq + 1 } };
  xfer_send(s, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(s, WIRE_FRAME_END);
  return s->dead || fclose(stdout) != 0;
}
