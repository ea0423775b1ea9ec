/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frames.c: counts what is whole in a stream that may have been cut off anywhere: frames, and the records of each
 * kind in them. It stands on FORMAT.md, the checksum and liblzo2 alone, so it shares no fault with the receiver,
 * whose report it is compared with. The bytes up to the cut must be sound.
 *
 *   frames <STREAM
 *
 * Prints `frames N`, then `KIND N` for each kind that there is, as `hostdump info` names them. PLACE, which says
 * what the frames before hold, is left out there and here. What is in frames of type 10 is not among them: then come
 * `snapshots N`, those that are whole, and `snapshot_nodes N`, the NODE records of the last of these. Exit status: 0; 1
 * when a frame that is there to its end is not sound.
 */
#include <lzo/lzo1x.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xfer.h"

#define BYTES_MOST (64u << 20)

static uint64_t rows_of[WIRE_KIND_LIMIT], frames;

/* Of frames of type 10: whole snapshots, the nodes of the last; whether one is open, and what has come of its nodes. */
static uint64_t snapshots, snapshot_nodes, nodes_come;
static bool snapshot_open;

static void die(const char *why)
{
  fprintf(stderr, "frames: frame %llu: %s\n", (unsigned long long)frames, why);
  exit(1);
}

static uint64_t take(const uint8_t **at, const uint8_t *end, unsigned bytes)
{
  if (end - *at < (ptrdiff_t)bytes)
    die("a block ends behind its payload");
  *at += bytes;
  return wire_get(*at - bytes, bytes);
}

/* A snapshot is between two SNAPSHOT records. */
static void count_of_snapshot(uint64_t kind, uint64_t rows)
{
  if (kind == WIRE_NODE)
    nodes_come += rows;
  if (kind != WIRE_SNAPSHOT)
    return;
  if (snapshot_open) {
    snapshots++;
    snapshot_nodes = nodes_come;
  }
  snapshot_open = !snapshot_open;
  nodes_come = 0;
}

static void count_block(const uint8_t **at, const uint8_t *end, uint8_t type)
{
  const uint64_t kind = take(at, end, 2);
  uint64_t columns = take(at, end, 2);
  const uint64_t rows = take(at, end, 4);
  for (; columns; columns--) {
    take(at, end, 4);
    const uint64_t bytes = take(at, end, 4);
    if (bytes > (uint64_t)(end - *at))
      die("a column ends behind its payload");
    *at += bytes;
  }
  if (type == WIRE_FRAME_SNAPSHOT)
    count_of_snapshot(kind, rows);
  else if (kind < WIRE_KIND_LIMIT)
    rows_of[kind] += rows;
}

static void count_payload(const uint8_t *payload, const struct wire_frame *f)
{
  static uint8_t plain[WIRE_PLAIN_MAX];
  lzo_uint bytes = sizeof(plain);
  if (f->flags & WIRE_FLAG_LZO) {
    if (lzo1x_decompress_safe(payload, f->wire_bytes, plain, &bytes, NULL) != LZO_E_OK || bytes != f->plain_bytes)
      die("its payload cannot be unpacked");
    payload = plain;
  } else {
    bytes = f->wire_bytes;
  }
  for (const uint8_t *at = payload, *end = payload + bytes; at < end;)
    count_block(&at, end, f->type);
}

/* The frame at `at`: its length, or 0 when the stream ends in it. */
static size_t count_frame(const uint8_t *at, size_t left)
{
  struct wire_frame f;
  if (left < WIRE_FRAME_BYTES)
    return 0;
  wire_frame_get(&f, at);
  if (xfer_crc32(0, at, offsetof(struct wire_frame, header_crc)) != f.header_crc || f.version != WIRE_VERSION)
    die("its header is not sound");
  if (left - WIRE_FRAME_BYTES < f.wire_bytes)
    return 0;
  if (xfer_crc32(0, at + WIRE_FRAME_BYTES, f.wire_bytes) != f.payload_crc)
    die("its payload is not sound");
  if (f.seq != frames)
    die("its number is not the next one");
  count_payload(at + WIRE_FRAME_BYTES, &f);
  frames++;
  return WIRE_FRAME_BYTES + f.wire_bytes;
}

int main(void)
{
  uint8_t *stream = malloc(BYTES_MOST);
  const size_t bytes = stream ? fread(stream, 1, BYTES_MOST, stdin) : 0;
  if (bytes == BYTES_MOST || lzo_init() != LZO_E_OK)
    die("no memory, or a stream that is too long");
  for (size_t i = 0, length = 1; i + WIRE_SYNC_BYTES <= bytes && length; i += length)
    length = memcmp(stream + i, WIRE_SYNC, WIRE_SYNC_BYTES) == 0 ? count_frame(stream + i, bytes - i) : 1;
  free(stream);
  printf("frames %llu\n", (unsigned long long)frames);
  for (unsigned kind = 1; kind < WIRE_KIND_LIMIT; kind++)
    if (rows_of[kind] && !WIRE_KIND_IS_OF_FRAME(kind) && wire_kinds[kind].name)
      printf("%s %llu\n", wire_kinds[kind].name, (unsigned long long)rows_of[kind]);
  if (snapshots)
    printf("snapshots %llu\nsnapshot_nodes %llu\n", (unsigned long long)snapshots,
           (unsigned long long)snapshot_nodes);
  return 0;
}
