/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_index.c: loading by a file's index, which is sound but for what the input changes in it: each five bytes are a
 * value, four of them, for a number of the index. With the rest of them 0 it stays as it is.
 */
#define _GNU_SOURCE /* memfd_create */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "dump/index.h"

#define MEMORY (32u << 20) /* room for a frame, and for the records of the largest block */
#define FRAMES 4
#define EDIT   5 /* bytes */

static uint8_t file[1 << 16];
static size_t file_bytes;
static struct wire_part parts[FRAMES];
static struct wire_extent extents[2 * FRAMES]; /* of a block of PLACE and one more in each frame but the first */
static size_t extent_count;
static struct wire_place sent[2]; /* records in the frames so far, by kind, and of how many kinds there are any */
static size_t kinds_sent;

static struct wire_extent *add_extent(enum wire_kind kind, size_t at, size_t rows)
{
  extents[extent_count] = (struct wire_extent){ .kind = (uint16_t)kind, .at = (uint32_t)at, .rows = (uint32_t)rows };
  return &extents[extent_count++];
}

/* A frame of one block, behind one of PLACE where records were sent before; of the dump when `number` is below FRAMES.
 * Returns the extent of the block. */
static struct wire_extent *add_frame(enum wire_frame_type type, uint32_t number, enum wire_kind kind,
                                     const void *records, size_t rows)
{
  const bool of_dump = number < FRAMES;
  uint8_t *frame = file + file_bytes, *payload = frame + WIRE_FRAME_BYTES;
  size_t bytes = 0;
  struct wire_extent *e = NULL;
  struct wire_frame head;
  if (of_dump && kinds_sent) {
    add_extent(WIRE_PLACE, 0, kinds_sent);
    bytes = xfer_pack(WIRE_PLACE, sent, kinds_sent, NULL, payload);
  }
  if (of_dump)
    e = add_extent(kind, bytes, rows);
  const uint32_t blocks = bytes ? 2 : 1;
  bytes += xfer_pack(kind, records, rows, NULL, payload + bytes);
  xfer_seal_frame(frame, type, 0, type == WIRE_FRAME_INDEX ? 0 : number, bytes, bytes);
  wire_frame_get(&head, frame);
  if (of_dump) {
    parts[number] = (struct wire_part){ (uint32_t)(WIRE_FRAME_BYTES + bytes), (uint32_t)bytes, head.payload_crc, blocks };
    if (kinds_sent && sent[kinds_sent - 1].kind == kind)
      sent[kinds_sent - 1].before += rows;
    else if (kind != WIRE_TALLY)
      sent[kinds_sent++] = (struct wire_place){ .kind = (uint16_t)kind, .before = rows };
  }
  file_bytes += WIRE_FRAME_BYTES + bytes;
  return e;
}

static void add_dump(void)
{
  const struct wire_meta hello[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 1000 } };
  const struct wire_event events[] = { { 1010, 1, 1, 1, 0 }, { 1020, 2, 1, 1, 0 }, { 900000000, 3, 1, 1, 0 } };
  const struct wire_tally tally = { WIRE_EVENT, 3, 3, 0 };
  file_bytes = extent_count = kinds_sent = 0;
  add_frame(WIRE_FRAME_HELLO, 0, WIRE_META, hello, 2);
  struct wire_extent *e = add_frame(WIRE_FRAME_DATA, 1, WIRE_EVENT, events, 2);
  e->first = e->least = 1010;
  e->last = e->most = 1020;
  e = add_frame(WIRE_FRAME_DATA, 2, WIRE_EVENT, events + 2, 1);
  e->first = e->least = e->last = e->most = 900000000;
  add_frame(WIRE_FRAME_END, 3, WIRE_TALLY, &tally, 1);
}

/* Which of all numbers of the index, and what is added to it. */
static void edit(const uint8_t *p, struct wire_meta *at)
{
  const uint32_t value = (uint32_t)wire_get(p + 1, 4), row = p[0] % FRAMES;
  switch (p[0] / FRAMES % 12) {
  case 0: parts[row].bytes += value; break;
  case 1: parts[row].plain_bytes += value; break;
  case 2: parts[row].payload_crc += value; break;
  case 3: parts[row].blocks += value; break;
  case 4: extents[row].kind = (uint16_t)(extents[row].kind + value); break;
  case 5: extents[row].at += value; break;
  case 6: extents[row].rows += value; break;
  case 7: extents[row].first += value; break;
  case 8: extents[row].last += (uint64_t)value << 32; break;
  case 9: extents[row].least += value; break;
  case 10: extents[row].most += (uint64_t)value << 32; break;
  case 11: at->value += (uint64_t)(int32_t)value; break;
  }
}

static bool load(void)
{
  const struct index_window window = { -5, 400, 0 };
  const int fd = memfd_create("index", MFD_CLOEXEC);
  char *path = mem_format("/proc/self/fd/%d", fd);
  fuzz_check(fd >= 0 && write(fd, file, file_bytes) == (ssize_t)file_bytes);
  struct dump *d = dump_new(path, DUMP_ALL, MEMORY);
  dump_index(d, -1);
  bool good = index_load(d, &window);
  if (good)
    fuzz_check(d->frames == FRAMES && !d->error[0] && d->hello && d->end);
  dump_free(d);
  mem_free(path);
  close(fd);
  return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  bool changed = false;
  add_dump();
  struct wire_meta at = { WIRE_META_INDEX_AT, file_bytes };
  for (size_t i = 0; i + EDIT <= bytes; i += EDIT) {
    edit(data + i, &at);
    changed |= wire_get(data + i + 1, 4) != 0;
  }
  add_frame(WIRE_FRAME_INDEX, FRAMES, WIRE_PART, parts, FRAMES);
  add_frame(WIRE_FRAME_INDEX, FRAMES, WIRE_EXTENT, extents, extent_count);
  add_frame(WIRE_FRAME_INDEX, FRAMES, WIRE_META, &at, 1);
  fuzz_check(load() || changed);
  return 0;
}
