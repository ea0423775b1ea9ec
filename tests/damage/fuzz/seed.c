/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * seed.c: turns a sound stream into seeds that a fuzzer can mutate: `seed STREAM DUMP BLOCKS`. DUMP gets the frames
 * with payloads that are stored, not compressed (a changed byte of a compressed one changes all that follows); BLOCKS.N the
 * payload of frame N.
 */
#include <stdio.h>
#include <stdlib.h>

#include "frames.h"

static const char *blocks;
static FILE *out;

static void write_file(const char *path, const uint8_t *data, size_t bytes)
{
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, bytes, f) != bytes || fclose(f)) {
    perror(path);
    exit(1);
  }
}

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  char path[4096];
  size_t bytes = WIRE_FRAME_BYTES + frame->head.plain_bytes;
  uint8_t *stored = malloc(bytes);
  struct wire_frame head = frame->head;
  (void)ctx;
  if (!stored)
    exit(1);
  head.flags = 0;
  wire_frame_put(stored, &head);
  memcpy(stored + WIRE_FRAME_BYTES, frame->plain, frame->head.plain_bytes);
  frames_mend(stored, bytes);
  fwrite(stored, 1, bytes, out);
  free(stored);
  snprintf(path, sizeof(path), "%s.%u", blocks, (unsigned)head.seq);
  write_file(path, frame->plain, frame->head.plain_bytes);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx;
  fprintf(stderr, "seed: the stream is not sound: %s\n", xfer_damage_text(info->damage));
  exit(1);
}

int main(int argc, char **argv)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  static uint8_t buffer[1 << 16];
  struct xfer_receiver *r = xfer_receive_new(&ops, NULL);
  FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
  out = in ? fopen(argv[2], "wb") : NULL;
  if (!out || !r) {
    fprintf(stderr, "usage: seed STREAM DUMP BLOCKS\n");
    return 2;
  }
  blocks = argv[3];
  for (size_t n; (n = fread(buffer, 1, sizeof(buffer), in)) > 0;)
    xfer_receive(r, buffer, n);
  xfer_receive_end(r);
  xfer_receive_free(r);
  fclose(in);
  return fclose(out) != 0;
}
