/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_blocks.c: the blocks of a payload whose checksum was right. What unpacks must pack and unpack to the same.
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "xfer.h"

#define ROWS_TRIED 65536 /* of all blocks together: WIRE_ROWS_MAX once */

/* Packs the records again; the copy that comes out must be the same, the bytes between its members included. */
static void there_and_back(enum wire_kind kind, const void *records, size_t rows)
{
  const size_t bytes = rows * wire_kinds[kind].bytes;
  uint8_t *packed = malloc(xfer_pack_bound(kind, rows));
  void *copy = calloc(1, bytes);
  struct xfer_block block;
  size_t pos = 0, n = xfer_pack(kind, records, rows, NULL, packed);
  fuzz_check(n <= xfer_pack_bound(kind, rows));
  fuzz_check(xfer_block_next(packed, n, &pos, &block) == 1 && pos == n);
  fuzz_check(block.head.kind == kind && block.head.rows == rows);
  fuzz_check(xfer_unpack(&block, copy) && memcmp(records, copy, bytes) == 0);
  free(copy);
  free(packed);
}

static void try_block(const struct xfer_block *block)
{
  const uint16_t kind = block->head.kind;
  if (kind >= WIRE_KIND_LIMIT || !wire_kinds[kind].name || !block->head.rows)
    return;
  void *records = calloc(block->head.rows, wire_kinds[kind].bytes);
  if (xfer_unpack(block, records))
    there_and_back(kind, records, block->head.rows);
  free(records);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  struct xfer_block block;
  size_t pos = 0, rows = 0;
  if (bytes > WIRE_PLAIN_MAX)
    return 0;
  while (rows < ROWS_TRIED && xfer_block_next(data, bytes, &pos, &block) == 1) {
    fuzz_check(pos <= bytes && block.head.rows <= WIRE_ROWS_MAX);
    try_block(&block);
    rows += block.head.rows;
  }
  return 0;
}
