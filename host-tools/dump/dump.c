/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump.c: a dump from its beginning to its end, and what it is asked; dump_take.c fills it. dump.h is the manual.
 */
#include "dump.h"

#include "base/mem.h"
#include "base/text.h"

#include <sys/stat.h>
#include <unistd.h>

uint64_t dump_memory_default(const char *path)
{
  const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
  uint64_t most = (uint64_t)DUMP_MEMORY_MIB << 20, small = most;
  const uint64_t half = pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes / 2 : most;
  struct stat st;
  most = half < most ? half : most;
  if (path && stat(path, &st) == 0 && S_ISREG(st.st_mode) && (uint64_t)st.st_size < most / DUMP_MEMORY_A_BYTE)
    small = ((uint64_t)DUMP_MEMORY_SMALL_MIB << 20) + (uint64_t)st.st_size * DUMP_MEMORY_A_BYTE;
  return small < most ? small : most;
}

bool dump_is_endless(enum wire_kind kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return log && log->key.bytes;
}

struct dump *dump_new(const char *path, dump_kinds kinds, uint64_t memory)
{
  struct dump *d = mem_alloc(1, sizeof(*d));
  d->path = path;
  d->kinds = kinds;
  d->memory = memory;
  d->records = (struct mem_budget){ .most = memory / 2, .whole = mem_budget() };
  d->fd = -1;
  d->again = mem_alloc(1, sizeof(*d->again));
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    d->again->readable[k] = SIZE_MAX;
  return d;
}

void dump_index(struct dump *d, int fd)
{
  d->indexed = 0;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (dump_is_endless(wire_logs[i].kind))
      d->indexed |= d->kinds & DUMP_KIND(wire_logs[i].kind);
  d->fd = fd;
}

void dump_free(struct dump *d)
{
  if (!d)
    return;
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++) {
    mem_free(d->rows[k].data);
    mem_free(d->blocks[k].all);
  }
  if (d->fd >= 0)
    close(d->fd);
  snapshot_free(&d->snapshots);
  mem_free(d->again);
  mem_free(d->aside.bytes);
  mem_free(d->symbol_text.data);
  mem_free(d->texts);
  mem_free(d->gaps);
  map_free(&d->names);
  mem_drop(&d->records); /* what was being read when it was full */
  mem_free(d);
}

/* LOSS records by kind, and of a kind by time. */
static int by_kind(const void *a, const void *b)
{
  const struct wire_loss *x = a, *y = b;
  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

/* SETTING records by time, as a target sends them: a search may rely on it. */
static int by_time(const void *a, const void *b)
{
  const struct wire_setting *x = a, *y = b;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

/* Whether the call trees of the end have all come: a target that sends snapshots sends STOP_TSC behind them. */
static bool trees_are_whole(const struct dump *d)
{
  bool whole = dump_has_meta(d, WIRE_META_STOP_TSC);
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    whole &= !snapshot_has_kind(k) || !d->lost[k];
  return whole;
}

void dump_done(struct dump *d)
{
  if (!trees_are_whole(d))
    snapshot_show(&d->snapshots, d->rows);
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (wire_kinds[k].name) {
      mem_grow(&d->rows[k].data, &d->rows[k].room, 1, wire_kinds[k].bytes);
      blocks_look_ahead(&d->blocks[k]);
    }
  mem_sort(d->rows[WIRE_LOSS].data, dump_count(d, WIRE_LOSS), sizeof(struct wire_loss), by_kind);
  mem_sort(d->rows[WIRE_SETTING].data, dump_count(d, WIRE_SETTING), sizeof(struct wire_setting), by_time);
}

bool dump_incomplete(const struct dump *d)
{
  return d->damage_total || d->error[0] || !d->end || !d->hello;
}

const char *dump_reread_error(const struct dump *d)
{
  return d->again->error[0] ? d->again->error : NULL;
}

dump_kinds dump_unread(const struct dump *d)
{
  dump_kinds set = 0;
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    set |= d->again->readable[k] != SIZE_MAX ? DUMP_KIND(k) : 0;
  return set;
}

bool dump_lost_unknown(const struct dump *d)
{
  return d->lost_frames && !d->seen[WIRE_PLACE];
}

bool dump_trees_are_early(const struct dump *d, uint64_t *tsc)
{
  dump_note_read(d, DUMP_READ_TREES);
  *tsc = d->snapshots.whole.head.tsc;
  return d->snapshots.shown;
}

bool dump_has_end(const struct dump *d)
{
  return d->end;
}

bool dump_has_all(const struct dump *d, enum wire_kind kind)
{
  dump_note_read(d, DUMP_KIND(kind));
  return d->end && !d->error[0] && dump_tally(d, kind)->sent <= d->seen[kind];
}

const struct wire_tally *dump_tally(const struct dump *d, enum wire_kind kind)
{
  dump_note_read(d, DUMP_KIND(WIRE_TALLY));
  return &d->tally[kind];
}

bool dump_tally_known(const struct dump *d, enum wire_kind kind)
{
  dump_note_read(d, DUMP_KIND(WIRE_TALLY));
  return d->tally_known & DUMP_KIND(kind) || (d->end && !d->lost[WIRE_TALLY] && !dump_lost_unknown(d));
}

uint64_t dump_frames(const struct dump *d)
{
  dump_note_read(d, DUMP_READ_LINE);
  return d->frames;
}

uint64_t dump_wire_bytes(const struct dump *d)
{
  dump_note_read(d, DUMP_READ_LINE);
  return d->wire_bytes;
}

uint64_t dump_lost_frames(const struct dump *d)
{
  dump_note_read(d, DUMP_READ_LINE);
  return d->lost_frames;
}

const struct dump_gap *dump_gaps(const struct dump *d, size_t *count)
{
  dump_note_read(d, DUMP_READ_LINE);
  *count = d->gap_count;
  return d->gaps;
}

const char *dump_path(const struct dump *d)
{
  return d->path;
}

uint64_t dump_meta(const struct dump *d, enum wire_meta_key key, uint64_t otherwise)
{
  return dump_has_meta(d, key) ? d->meta[key] : otherwise;
}

bool dump_has_meta(const struct dump *d, enum wire_meta_key key)
{
  dump_note_read(d, DUMP_KIND(WIRE_META));
  return key < DUMP_META_LIMIT && d->meta_known[key];
}

bool dump_is_ring(const struct dump *d, enum wire_mode mode)
{
  return dump_meta(d, WIRE_META_RING, 0) & mode;
}

bool dump_is_stream(const struct dump *d, enum wire_mode mode)
{
  return dump_meta(d, WIRE_META_STREAM, 0) & mode;
}

bool dump_has_name(const struct dump *d, enum wire_space space, uint32_t id)
{
  dump_note_read(d, DUMP_KIND(WIRE_NAME));
  return map_get(&d->names, (uint64_t)space << 32 | id) != MAP_NONE;
}

char *dump_name(const struct dump *d, enum wire_space space, uint32_t id)
{
  dump_note_read(d, DUMP_KIND(WIRE_NAME));
  uint32_t row = map_get(&d->names, (uint64_t)space << 32 | id);
  if (row == MAP_NONE || dump_name_rows(d)[row].bytes == 0)
    return NULL;
  return text_clean(&dump_character_rows(d)[d->texts[row].first].byte, dump_name_rows(d)[row].bytes);
}

_Static_assert(sizeof(struct wire_character) == 1, "dump_name() reads CHARACTER records as a string");

uint64_t dump_records(const struct dump *d)
{
  uint64_t sum = d->unknown;
  dump_note_read(d, DUMP_READ_LINE);
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (k != WIRE_CHARACTER && !WIRE_KIND_IS_OF_FRAME(k))
      sum += d->seen[k];
  return sum;
}
