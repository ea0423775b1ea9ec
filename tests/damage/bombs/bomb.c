/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bomb.c: a short stream of very many records: `bomb KIND FRAMES [same]` prints a dump whose FRAMES data frames are
 * full of records of that kind (node, name, event ...). Of each record only the first column is there, in Rice codes:
 * two bits a record, and LZO makes one byte of 250. The column rises by one from record to record, from frame to frame,
 * too, so that no two are alike; with `same`, all are 0.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lzo/lzo1x.h>

#include "format/rice.h"
#include "xfer.h"

static uint8_t plain[WIRE_PLAIN_MAX], frame[WIRE_FRAME_BYTES + 2 * WIRE_PLAIN_MAX], work[LZO1X_1_MEM_COMPRESS];

static void write_frame(enum wire_frame_type type, uint32_t seq, size_t bytes)
{
  lzo_uint packed = 0;
  lzo1x_1_compress(plain, bytes, frame + WIRE_FRAME_BYTES, &packed, work);
  const bool shorter = packed < bytes;
  if (!shorter)
    memcpy(frame + WIRE_FRAME_BYTES, plain, packed = bytes);
  xfer_seal_frame(frame, type, shorter ? WIRE_FLAG_LZO : 0, seq, packed, bytes);
  fwrite(frame, 1, WIRE_FRAME_BYTES + packed, stdout);
}

/* Bits, from the least significant on. */
struct bits { uint8_t *at; unsigned held, count; };

static void put_bits(struct bits *b, unsigned value, unsigned count)
{
  b->held |= value << b->count;
  for (b->count += count; b->count >= 8; b->count -= 8, b->held >>= 8)
    *b->at++ = (uint8_t)b->held;
}

/* A difference of 0 or 1 is no or one one-bit, and a zero; the first one is escaped. Returns the byte behind them. */
static uint8_t *put_column(uint8_t *at, uint64_t first, bool same)
{
  struct bits b = { .at = at };
  for (unsigned i = 0; i < WIRE_ROWS_MAX; i++) {
    if (i % RICE_GROUP == 0)
      put_bits(&b, 0, 6);
    if (i == 0) {
      put_bits(&b, (1u << RICE_ESCAPE) - 1, RICE_ESCAPE);
      for (unsigned k = 0; k < 8; k++)
        put_bits(&b, (uint8_t)(first >> 8 * k), 8);
    } else {
      put_bits(&b, same ? 0 : 1, same ? 1 : 2);
    }
  }
  if (b.count)
    put_bits(&b, 0, 8 - b.count);
  return b.at;
}

static uint8_t *put_block(uint8_t *at, uint16_t kind, uint64_t first, bool same)
{
  uint8_t *column = at + WIRE_BLOCK_BYTES, *end = put_column(column + WIRE_COLUMN_BYTES, first, same);
  wire_put(at, kind, 2);
  wire_put(at + 2, 1, 2);
  wire_put(at + 4, WIRE_ROWS_MAX, 4);
  wire_put(column, WIRE_RICE_RISING, 4);
  wire_put(column + 4, (uint64_t)(end - column) - WIRE_COLUMN_BYTES, 4);
  return end;
}

static void write_hello(void)
{
  static const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 0 },
                                           { WIRE_META_STOP_TSC, 1u << 30 }, { WIRE_META_MODES, 63 } };
  write_frame(WIRE_FRAME_HELLO, 0, xfer_pack(WIRE_META, meta, 4, NULL, plain));
}

static void write_end(uint32_t seq)
{
  static const struct wire_tally tally = { WIRE_META, 4, 4, 0 };
  write_frame(WIRE_FRAME_END, seq, xfer_pack(WIRE_TALLY, &tally, 1, NULL, plain));
}

int main(int argc, char **argv)
{
  const bool same = argc > 3 && strcmp(argv[3], "same") == 0;
  const uint32_t frames = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  uint16_t kind = 0;
  for (uint16_t k = 0; argc > 1 && k < WIRE_KIND_LIMIT; k++)
    if (wire_kinds[k].name && strcmp(wire_kinds[k].name, argv[1]) == 0)
      kind = k;
  if (!kind || !frames || lzo_init() != LZO_E_OK) {
    fprintf(stderr, "usage: bomb KIND FRAMES [same]\n");
    return 2;
  }
  write_hello();
  uint64_t records = 1;
  for (uint32_t i = 0; i < frames; i++) {
    uint8_t *at = plain;
    while (plain + sizeof(plain) - at > WIRE_ROWS_MAX) { /* a block takes a quarter of its rows in bytes */
      at = put_block(at, kind, same ? 0 : records, same);
      records += WIRE_ROWS_MAX;
    }
    write_frame(WIRE_FRAME_DATA, i + 1, (size_t)(at - plain));
  }
  write_end(frames + 1);
  return fflush(stdout) != 0;
}
