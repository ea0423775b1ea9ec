/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * extreme.c: makes a dump of the same shape as another, with numbers that no machine would send:
 * `extreme SEED <good.jxp >strange.jxp`. One value in four is replaced by an extreme one; frames, numbers of rows and
 * checksums are right, so hostdump has to make tables of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xfer.h"

static uint64_t seed;

static uint64_t draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static uint64_t extreme_value(void)
{
  static const uint64_t values[] = { 0, 1, 2, INT64_MAX, (uint64_t)INT64_MIN, UINT64_MAX, INT32_MAX, UINT32_MAX,
                                     (uint64_t)1 << 62, (uint64_t)3 << 62, (uint64_t)INT64_MIN + 1, UINT64_MAX - 1 };
  const uint64_t number = draw() % (sizeof(values) / sizeof(values[0]) + 1);
  return number < sizeof(values) / sizeof(values[0]) ? values[number] : draw();
}

/* Columns that say how many children a row has, and kinds that say what a frame is, stay: else there would be no
 * frame to look into. */
static bool is_kept(enum wire_kind kind, const char *column)
{
  return kind == WIRE_CHARACTER || kind == WIRE_SCHEMA || kind == WIRE_SNAPSHOT || WIRE_KIND_IS_OF_FRAME(kind) ||
         strcmp(column, "bytes") == 0 || strcmp(column, "depth") == 0 || strcmp(column, "key") == 0 ||
         strcmp(column, "space") == 0;
}

static void change_rows(enum wire_kind kind, uint8_t *rows, size_t count)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  for (size_t i = 0; i < count; i++, rows += k->bytes)
    for (unsigned c = 0; c < k->column_count; c++) {
      const uint64_t value = extreme_value();
      if (!is_kept(kind, k->columns[c].name) && draw() % 4 == 0)
        memcpy(rows + k->columns[c].offset, &value, k->columns[c].bytes);
    }
}

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  static uint8_t out[4 * WIRE_PLAIN_MAX], rows[WIRE_ROWS_MAX * 128];
  struct xfer_block block;
  size_t pos = 0, used = WIRE_FRAME_BYTES;
  (void)ctx;
  while (xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block) > 0) {
    if (!block.head.rows || !xfer_unpack(&block, rows))
      continue;
    change_rows(block.head.kind, rows, block.head.rows);
    used += xfer_pack(block.head.kind, rows, block.head.rows, NULL, out + used);
  }
  xfer_seal_frame(out, frame->head.type, 0, frame->head.seq, used - WIRE_FRAME_BYTES, used - WIRE_FRAME_BYTES);
  fwrite(out, 1, used, stdout);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
}

int main(int argc, char **argv)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  static uint8_t buffer[1 << 16];
  struct xfer_receiver *r = xfer_receive_new(&ops, NULL);
  size_t n;
  if (argc != 2 || !r) {
    fputs("usage: extreme SEED <good.jxp >strange.jxp\n", stderr);
    return 2;
  }
  seed = 88172645463325252u + strtoull(argv[1], NULL, 10) * 0x9E3779B97F4A7C15u;
  while ((n = fread(buffer, 1, sizeof(buffer), stdin)) > 0)
    xfer_receive(r, buffer, n);
  xfer_receive_end(r);
  xfer_receive_free(r);
  return fflush(stdout) != 0;
}
