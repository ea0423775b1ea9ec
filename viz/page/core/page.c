/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page.c: see page.h.
 */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/say.h"
#include "dump/damage_report.h"
#include "tables/tables.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

/* An engine's memory has at most 4 GiB. */
#define MEMORY_MOST ((uint64_t)3584 << 20)

static struct {
  char *name;
  struct dump *dump;
  struct xfer_receiver *receiver;
  struct analysis *analysis;
  char *thread;
  uint8_t *room;
  size_t room_bytes;
  FILE *out;
} page;

void FOR_PAGE(page_begin)(const char *name, double bytes, double memory)
{
  const double usual = ((double)DUMP_MEMORY_SMALL_MIB * (1 << 20)) + bytes * DUMP_MEMORY_A_BYTE;
  const double room = memory > 0 ? memory : usual;
  page.name = mem_format("%s", name);
  page.dump = dump_new(page.name, DUMP_ALL, room < MEMORY_MOST ? (uint64_t)room : MEMORY_MOST);
  dump_index(page.dump, -1);
  page.receiver = xfer_receive_new(&dump_file_feed, page.dump);
  page.out = fdopen(PAGE_TABLES, "w");
  if (!page.receiver || !page.out)
    abort();
  setvbuf(page.out, NULL, _IOFBF, 1 << 16);
}

void *FOR_PAGE(page_room)(size_t bytes)
{
  mem_grow(&page.room, &page.room_bytes, bytes, 1);
  return page.room;
}

void FOR_PAGE(page_feed)(size_t bytes)
{
  xfer_receive(page.receiver, page.room, bytes);
}

double FOR_PAGE(page_done)(int growing)
{
  page.dump->growing = growing;
  if (!growing)
    xfer_receive_end(page.receiver);
  dump_done(page.dump);
  if (!growing && dump_fed(page.dump) == DUMP_LOADED)
    damage_report(page.dump);
  return (double)dump_frames(page.dump);
}

int FOR_PAGE(page_look)(int windowed, double from_us, double to_us, const char *thread)
{
  char *name = thread ? mem_format("%s", thread) : NULL;
  const struct view_options chosen = { .thread = name, .windowed = windowed, .from_us = windowed ? from_us : -1e15,
                                       .to_us = windowed ? to_us : 1e15 };
  analysis_free(page.analysis);
  mem_free(page.thread);
  page.thread = name;
  page.analysis = NULL;
  struct view *view = dump_frames(page.dump) ? view_new(page.dump, symbols_of_dump(page.dump), &chosen) : NULL;
  if (view)
    page.analysis = analysis_new(view);
  return page.analysis != NULL;
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
  return page.analysis && tables_apply(tables_all[table], page.analysis->view);
}

int FOR_PAGE(page_table_timed)(unsigned table)
{
  return tables_all[table]->timed;
}

double FOR_PAGE(page_table)(unsigned table, double first, double limit)
{
  size_t rows = 0;
  if (!page.analysis)
    return -1;
  tables_write_part(tables_all[table], page.analysis, page.out, (size_t)first, (size_t)limit, &rows);
  return (double)rows;
}
