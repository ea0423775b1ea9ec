/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_pack.c: what packing and LZO make of the records of real runs, kind by kind.
 *
 * Usage: bench_pack DUMP...: takes the records of the dumps apart by kind and sends each kind again by itself, as the
 * target does, frame headers included. A line a kind, tab-separated: records; then bytes a record in memory, by LZO
 * alone, packed, packed and by LZO, which is what the line carries; and the first over the last. Records of one kind
 * that came to less than a frame are left out: their headers would be what is measured.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minilzo.h"
#include "xfer.h"

#define READ_BYTES 65536
#define LZO_BYTES  (1u << 20)   /* raw records compressed at a time: as many bytes as a payload may have */
#define LEAST_BYTES XFER_FRAME_BYTES

static struct { uint8_t *data; size_t rows, room; } kinds[WIRE_KIND_LIMIT];

static void *want(void *memory)
{
  if (memory)
    return memory;
  fprintf(stderr, "bench_pack: out of memory\n");
  exit(1);
}

static void keep(const struct xfer_block *block)
{
  uint16_t kind = block->head.kind;
  if (kind >= WIRE_KIND_LIMIT || !wire_kinds[kind].bytes)
    return;
  size_t rows = kinds[kind].rows + block->head.rows;
  if (rows > kinds[kind].room) {
    kinds[kind].room = 2 * rows;
    kinds[kind].data = want(realloc(kinds[kind].data, kinds[kind].room * wire_kinds[kind].bytes));
  }
  if (!xfer_unpack(block, kinds[kind].data + kinds[kind].rows * wire_kinds[kind].bytes)) {
    fprintf(stderr, "bench_pack: a block of %s cannot be unpacked\n", wire_kinds[kind].name);
    exit(1);
  }
  kinds[kind].rows = rows;
}

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  struct xfer_block block;
  (void)ctx;
  for (size_t at = 0; xfer_block_next(f->plain, f->head.plain_bytes, &at, &block) == 1;)
    keep(&block);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  fprintf(stderr, "bench_pack: %s: %s\n", (const char *)ctx, xfer_damage_text(info->damage));
  exit(1);
}

static void load(const char *path)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  static uint8_t data[READ_BYTES];
  FILE *f = fopen(path, "rb");
  struct xfer_receiver *r = want(xfer_receive_new(&ops, (void *)path));
  if (!f) {
    perror(path);
    exit(1);
  }
  for (size_t n; (n = fread(data, 1, sizeof data, f));)
    xfer_receive(r, data, n);
  xfer_receive_end(r);
  xfer_receive_free(r);
  fclose(f);
}

static bool count(void *ctx, const void *data, size_t bytes)
{
  (void)ctx, (void)data, (void)bytes;
  return true;
}

/* Bytes of the records as they lie in memory, by LZO alone. */
static size_t lzo_bytes(const uint8_t *data, size_t bytes)
{
  static uint8_t packed[LZO_BYTES + LZO_BYTES / 16 + 64 + 3];
  static uint8_t work[LZO1X_1_MEM_COMPRESS];
  size_t sum = 0;
  for (size_t at = 0; at < bytes; at += LZO_BYTES) {
    lzo_uint n = 0;
    lzo1x_1_compress(data + at, bytes - at < LZO_BYTES ? bytes - at : LZO_BYTES, packed, &n, work);
    sum += n;
  }
  return sum;
}

static void measure(uint16_t kind)
{
  struct xfer_sender s;
  const size_t rows = kinds[kind].rows, bytes = rows * wire_kinds[kind].bytes;
  void *memory = want(malloc(XFER_SENDER_BYTES));
  xfer_send_init(&s, memory, 1, count, NULL);
  xfer_send(&s, kind, kinds[kind].data, rows);
  xfer_send_flush(&s, WIRE_FRAME_DATA);
  printf("%s\t%zu\t%u\t%.3f\t%.3f\t%.3f\t%.1f\n", wire_kinds[kind].name, rows, wire_kinds[kind].bytes,
         (double)lzo_bytes(kinds[kind].data, bytes) / (double)rows, (double)s.plain_bytes / (double)rows,
         (double)s.wire_bytes / (double)rows, (double)bytes / (double)s.wire_bytes);
  free(memory);
}

int main(int argc, char **argv)
{
  if (argc < 2)
    return 2;
  for (int i = 1; i < argc; i++)
    load(argv[i]);
  printf("# kind\trecords\tmemory_bytes\tlzo_bytes\tpacked_bytes\tline_bytes\tratio\n");
  for (uint16_t kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    if (kinds[kind].rows * wire_kinds[kind].bytes >= LEAST_BYTES && !WIRE_KIND_IS_OF_FRAME(kind))
      measure(kind);
  return 0;
}
