/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_frames.c: the receiver on raw bytes, in pieces whose size the first byte chooses. What must hold (receive.c):
 * a frame comes once, in rising order; no byte is counted twice; what a stretch of damage covers lies in the stream.
 */
#include "fuzz.h"

#include <stdlib.h>

#include "xfer.h"

/* `inside` counts what was met in frames that stood in base64: their offsets are of another stream. */
struct tally { uint64_t taken, stream; uint32_t next; };

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct tally *t = ctx;
  volatile uint8_t last = 0;
  fuzz_check(frame->head.plain_bytes <= WIRE_PLAIN_MAX && frame->head.wire_bytes <= WIRE_PLAIN_MAX);
  if (frame->head.plain_bytes)
    last = frame->plain[frame->head.plain_bytes - 1];
  last ^= frame->wire[WIRE_FRAME_BYTES + frame->head.wire_bytes - 1];
  (void)last;
  t->taken += WIRE_FRAME_BYTES + frame->head.wire_bytes;
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)text;
  ((struct tally *)ctx)->taken += bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  struct tally *t = ctx;
  fuzz_check(info->damage < XFER_DAMAGE_LIMIT);
  fuzz_check(info->offset <= t->stream && info->bytes <= t->stream);
  fuzz_check(xfer_damage_text(info->damage));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  struct tally t = { .stream = bytes };
  struct xfer_receiver *r = xfer_receive_new(&ops, &t);
  size_t piece = bytes ? (size_t)data[0] * data[0] + 1 : 1;
  for (size_t i = 0; i < bytes; i += piece)
    xfer_receive(r, data + i, bytes - i < piece ? bytes - i : piece);
  xfer_receive_end(r);
  xfer_receive_free(r);
  return 0;
}
