/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page.c: see page.h.
 */
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"

#include "base/mem.h"
#include "base/say.h"
#include "dump/cursor.h"
#include "dump/damage_report.h"
#include "dump/index.h"
#include "dump/snapshot.h"
#include "lanes/lanes.h"
#include "model/interval.h"
#include "model/timeline.h"
#include "tables/tables.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

/* An engine takes its time for each piece by which memory grows, and the allocator asks for small ones: a run's memory
 * is there from the beginning, untouched until it is used. Measured with 10 million records of 2.7 bytes: 0.7 of
 * 2.1 s. */
#define MEMORY_AT_ONCE(file_bytes) ((size_t)(16 << 20) + (size_t)((file_bytes) * 6))
#define AT_ONCE_MOST ((double)(512 << 20)) /* of a file */

/* An engine's memory has at most 4 GiB. */
#define MEMORY_MOST ((uint64_t)3584 << 20)

static struct {
  char *name;
  bool streams;                  /* nothing is known of its size: frames are taken as they come */
  uint64_t memory;               /* for the dump */
  struct dump *dump;
  struct xfer_receiver *receiver;
  struct dump *names;            /* has the functions of the image; NULL: none were given */
  struct analysis *analysis;     /* of the run; it has the choice of page_look() */
  bool looked;                   /* that choice is one */
  bool failed;                   /* there can be no analysis, and the reason has been said */
  struct view_options chosen;
  char *thread;
  uint8_t *piece;                /* of a stream */
  size_t piece_room;
  FILE *out;
  struct lanes *lanes;
  const struct lanes_lane **all; /* lanes of all groups */
  unsigned lane_count;
  size_t lane_room;
  struct lane_bin *bins;
  double *numbers;
  size_t bin_room, number_room;
  char *text;
} page;

/* A dump that holds nothing yet. */
static void begin_dump(void)
{
  xfer_receive_free(page.receiver);
  dump_free(page.dump);
  page.dump = dump_new(page.name, DUMP_ALL, page.memory);
  dump_index(page.dump, page.streams ? -1 : MEMORY_FILE);
  page.receiver = xfer_receive_new(&dump_file_feed, page.dump);
  if (!page.receiver)
    abort();
}

void FOR_PAGE(page_begin)(const char *name, double bytes, double memory)
{
  const double usual = ((double)DUMP_MEMORY_SMALL_MIB * (1 << 20)) + bytes * DUMP_MEMORY_A_BYTE;
  const double room = memory > 0 ? memory : usual;
  void *volatile room_at_once = malloc(MEMORY_AT_ONCE(bytes < AT_ONCE_MOST ? bytes : AT_ONCE_MOST));
  free(room_at_once);
  page.name = mem_format("%s", name);
  page.memory = room < MEMORY_MOST ? (uint64_t)room : MEMORY_MOST;
  page.streams = bytes <= 0;
  page.out = fdopen(PAGE_TABLES, "w");
  if (!page.out)
    abort();
  setvbuf(page.out, NULL, _IOFBF, 1 << 16);
  if (!page.streams)
    memory_file_expect((size_t)bytes);
  begin_dump();
}

void *FOR_PAGE(page_room)(size_t bytes)
{
  if (!page.streams)
    return memory_file_room(bytes);
  mem_grow(&page.piece, &page.piece_room, bytes, 1);
  return page.piece;
}

/* Frees what was made of what there was of the run before. */
static void forget_run(void)
{
  lanes_free(page.lanes);
  mem_free(page.all);
  analysis_free(page.analysis);
  page.lanes = NULL;
  page.all = NULL;
  page.lane_count = 0;
  page.lane_room = 0;
  page.analysis = NULL;
  page.looked = page.failed = false;
}

void FOR_PAGE(page_feed)(size_t bytes)
{
  if (!page.streams) {
    memory_file_add(bytes);
    return;
  }
  forget_run(); /* it points into the dump */
  xfer_receive(page.receiver, page.piece, bytes);
}

void FOR_PAGE(page_names)(size_t bytes)
{
  forget_run();
  dump_free(page.names);
  page.names = dump_new(page.name, DUMP_ALL, page.memory);
  struct xfer_receiver *receiver = xfer_receive_new(&dump_file_feed, page.names);
  if (!receiver)
    abort();
  xfer_receive(receiver, page.piece, bytes);
  xfer_receive_end(receiver);
  dump_done(page.names);
  xfer_receive_free(receiver);
}

/* Whether there is an analysis of the run; if not, the reason has been said, or there is no frame. */
static bool analyse_run(void)
{
  const struct view_options all = { .from_us = -1e15, .to_us = 1e15 };
  if (page.analysis || page.failed || !dump_frames(page.dump))
    return page.analysis;
  struct symbols *own = symbols_of_dump(page.dump);
  struct view *view = view_new(page.dump, own || !page.names ? own : symbols_of_dump(page.names), &all);
  page.analysis = view ? analysis_new(view) : NULL;
  page.failed = !view;
  return page.analysis;
}

/* Takes all frames of the file that is in memory. */
static void load_whole(void)
{
  size_t bytes;
  const uint8_t *file = memory_file(&bytes);
  begin_dump();
  xfer_receive(page.receiver, file, bytes);
}

/* Takes what ends a dump, and says what it lacks. */
static void end_dump(void)
{
  xfer_receive_end(page.receiver);
  dump_done(page.dump);
  if (dump_fed(page.dump) == DUMP_LOADED)
    damage_report(page.dump);
}

/* Whether the file's index did: then nothing of the dump need be unpacked before it is asked for. A window that holds
 * nothing asks for no frame. */
static bool load_by_index(void)
{
  const struct index_window none = { .from_us = 1e15, .to_us = -1e15 };
  if (!page.streams && index_load(page.dump, &none))
    return true;
  if (!page.streams)
    load_whole();
  return false;
}

double FOR_PAGE(page_done)(int growing)
{
  forget_run();
  page.dump->growing = growing;
  if (growing)
    dump_done(page.dump);
  else if (!load_by_index())
    end_dump();
  return (double)dump_frames(page.dump);
}

/* Reads the records of all kinds that are not among `read`, so that what the index says of each is held against them.
 * What was read stays as noted. */
static void read_rest(dump_kinds read)
{
  const dump_kinds noted = dump_swap_reads(page.dump, 0);
  for (unsigned kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    if (!dump_is_indexed(page.dump, kind) || read & DUMP_KIND(kind))
      continue;
    struct cursor c = cursor_begin(page.dump, kind);
    while (cursor_next(&c))
      ;
    cursor_end(&c);
  }
  dump_swap_reads(page.dump, noted);
}

/* Looks at what `chosen` says, of `thread`. */
static int look(struct view_options chosen, const char *thread)
{
  char *name = thread ? mem_format("%s", thread) : NULL;
  chosen.thread = name;
  page.looked = analyse_run() && analysis_choose(page.analysis, &chosen);
  if (page.looked) {
    mem_free(page.thread);
    page.thread = name;
    page.chosen = chosen;
  } else {
    mem_free(name); /* the choice before stays the analysis' */
  }
  return page.looked;
}

int FOR_PAGE(page_look)(int windowed, double from_us, double to_us, const char *thread)
{
  return look((struct view_options){ .windowed = windowed, .from_us = windowed ? from_us : -1e15,
                                     .to_us = windowed ? to_us : 1e15 }, thread);
}

unsigned FOR_PAGE(page_snapshots)(void)
{
  return page.dump ? (unsigned)snapshot_count(page.dump) : 0;
}

double FOR_PAGE(page_snapshot_number)(unsigned snapshot)
{
  return snapshot_head(page.dump, snapshot)->number;
}

double FOR_PAGE(page_snapshot_us)(unsigned snapshot)
{
  return analyse_run() ? (double)view_ns(page.analysis->view, snapshot_head(page.dump, snapshot)->tsc) / 1000 : NAN;
}

int FOR_PAGE(page_interval)(double from, double to, const char *thread)
{
  return look((struct view_options){ .from_us = -1e15, .to_us = 1e15, .interval = true,
                                     .from_snapshot = from < 0 ? INTERVAL_START : (size_t)from,
                                     .to_snapshot = to < 0 ? INTERVAL_END : (size_t)to }, thread);
}

struct analysis *page_analysis(const struct view_options **chosen)
{
  *chosen = &page.chosen;
  return page.looked ? page.analysis : NULL;
}

FILE *page_output(void)
{
  return page.out;
}

unsigned FOR_PAGE(page_tables)(void)
{
  return (unsigned)tables_count;
}

const char *FOR_PAGE(page_table_name)(unsigned table)
{
  return tables_all[table]->name;
}

const char *FOR_PAGE(page_table_title)(unsigned table)
{
  return tables_all[table]->title;
}

int FOR_PAGE(page_table_applies)(unsigned table)
{
  return page.looked && tables_apply(tables_all[table], page.analysis->view);
}

int FOR_PAGE(page_table_timed)(unsigned table)
{
  return tables_all[table]->timed;
}

int FOR_PAGE(page_table_trees)(unsigned table)
{
  return tables_all[table]->trees;
}

double FOR_PAGE(page_table)(unsigned table, double first, double limit)
{
  size_t rows = 0;
  if (!page.looked)
    return -1;
  tables_write_part(tables_all[table], page.analysis, page.out, (size_t)first, (size_t)limit, &rows);
  return (double)rows;
}

/* ---- the time line ---- */

#define STACK_MOST 512 /* functions of a call stack that are shown */

static void list_group(enum lanes_group group)
{
  size_t count;
  const struct lanes_lane *lanes = lanes_of(page.lanes, group, &count);
  mem_grow(&page.all, &page.lane_room, page.lane_count + count, sizeof(*page.all));
  for (size_t i = 0; i < count; i++)
    page.all[page.lane_count++] = &lanes[i];
}

/* Those of calls come when they are asked for: page_list_calls(). */
static void list_lanes(void)
{
  page.lanes = lanes_new(page.analysis);
  for (unsigned g = 0; g < LANES_CALLS; g++)
    list_group(g);
}

struct lanes *page_lanes_made(void)
{
  return page.lanes;
}

const struct lanes_lane *page_lane(unsigned lane)
{
  return page.all[lane];
}

/* They are of all threads, and of the whole run. */
struct lanes *page_list_calls(void)
{
  const struct view_options all = { .from_us = -1e15, .to_us = 1e15 };
  page_lanes();
  if (!page.lanes || page.lanes->calls.all)
    return page.lanes;
  analysis_choose(page.analysis, &all);
  const dump_kinds before = dump_swap_reads(page.dump, 0);
  list_group(LANES_CALLS);
  dump_swap_reads(page.dump, before);
  if (page.looked)
    analysis_choose(page.analysis, &page.chosen);
  return page.lanes;
}

/* Makes the lanes, for which most records are read, and reads the others: an index that does not hold is found here,
 * and the file is then read whole. */
static void make_lanes(void)
{
  const dump_kinds before = dump_swap_reads(page.dump, 0);
  list_lanes();
  const dump_kinds read = dump_swap_reads(page.dump, before);
  dump_note_read(page.dump, read);
  if (!page.dump->by_index)
    return;
  read_rest(read);
  if (!dump_reread_error(page.dump))
    return;
  forget_run();
  load_whole();
  end_dump();
  if (analyse_run())
    list_lanes();
}

unsigned FOR_PAGE(page_lanes)(void)
{
  if (!page.lanes && analyse_run())
    make_lanes();
  return page.lane_count;
}

double FOR_PAGE(page_hz)(void)
{
  return (double)page.analysis->view->hz;
}

double FOR_PAGE(page_stop)(void)
{
  return (double)lanes_at(page.analysis->view, page.analysis->view->stop);
}

const char *FOR_PAGE(page_lane_name)(unsigned lane)
{
  return page.all[lane]->name;
}

/* The group in which the lane with that number was listed. */
static unsigned group_of(unsigned lane)
{
  unsigned g = 0;
  for (size_t before = 0, count; g < LANES_GROUPS; g++, before += count) {
    lanes_of(page.lanes, g, &count);
    if (lane < before + count)
      break;
  }
  return g;
}

double FOR_PAGE(page_lane_fact)(unsigned lane, enum page_lane_fact fact)
{
  const struct lanes_lane *l = page.all[lane];
  const bool of_thread = l->kind == LANES_THREAD || l->kind == LANES_STAND;
  switch (fact) {
  case PAGE_GROUP: return group_of(lane);
  case PAGE_KIND: return l->kind;
  case PAGE_FORM: return l->lane.form;
  case PAGE_NUMBER: return l->number;
  case PAGE_COUNT: return (double)l->lane.count;
  case PAGE_FLAGS: return of_thread ? page.analysis->view->threads[l->number].flags : 0;
  }
  return NAN;
}

static double value_of(int64_t value)
{
  return value == LANE_NONE ? NAN : (double)value;
}

static double *write_bin(double *out, const struct lane_bin *b)
{
  *out++ = (double)b->count;
  *out++ = (double)b->first;
  for (unsigned c = 0; c < LANE_CLASSES; c++)
    *out++ = (double)b->busy[c];
  *out++ = b->area;
  *out++ = (double)b->known;
  *out++ = value_of(b->least);
  *out++ = value_of(b->most);
  *out++ = (double)b->held.at;
  *out++ = value_of(b->held.value);
  *out++ = b->held.who;
  *out++ = b->held.state;
  return out;
}

const double *FOR_PAGE(page_bins)(unsigned lane, double from, double to, unsigned pixels, int first, unsigned count)
{
  mem_grow(&page.bins, &page.bin_room, count, sizeof(*page.bins));
  mem_grow(&page.numbers, &page.number_room, (size_t)count * PAGE_BIN + PAGE_RECORD, sizeof(*page.numbers));
  lane_bins_part(&page.all[lane]->lane, (int64_t)from, (int64_t)to, pixels, first, count, page.bins);
  double *out = page.numbers;
  for (unsigned i = 0; i < count; i++)
    out = write_bin(out, &page.bins[i]);
  return page.numbers;
}

double FOR_PAGE(page_before)(unsigned lane, double at)
{
  return (double)lane_before(&page.all[lane]->lane, (int64_t)at);
}

const double *FOR_PAGE(page_record)(unsigned lane, double i)
{
  struct lanes_record r;
  if (!lanes_record(page.lanes, page.all[lane], (size_t)i, &r))
    return NULL;
  mem_grow(&page.numbers, &page.number_room, PAGE_RECORD, sizeof(*page.numbers));
  const double facts[PAGE_RECORD] = { (double)r.entry.at, r.ends ? (double)r.end : NAN, value_of(r.entry.value),
                                      r.entry.who, r.entry.state, r.thread, r.cpu, (double)(uint32_t)r.arg,
                                      (double)(r.arg >> 32) };
  memcpy(page.numbers, facts, sizeof(facts));
  return page.numbers;
}

const char *FOR_PAGE(page_thread)(unsigned thread)
{
  return thread < view_thread_count(page.analysis->view) ? page.analysis->view->threads[thread].name : "";
}

const char *FOR_PAGE(page_why)(unsigned why)
{
  return timeline_why(why);
}

const char *FOR_PAGE(page_stack)(unsigned lane, double i)
{
  uint32_t functions[STACK_MOST];
  const size_t count = lanes_stack(page.lanes, page.all[lane], (size_t)i, functions, STACK_MOST);
  char *text = mem_format("%s", "");
  for (size_t f = count; f-- > 0;) {
    char *longer = mem_format("%s%s%s", text, *text ? "\n" : "", view_function_name(page.analysis->view, functions[f]));
    mem_free(text);
    text = longer;
  }
  mem_free(page.text);
  return page.text = text;
}
