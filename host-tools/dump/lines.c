/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lines.c: see lines.h. The source files of a frame's lines stand before them, each once, in SYMBOL rows without a
 * name: a reader that knows nothing of lines leaves both out.
 */
#include "lines.h"

#include "base/mem.h"
#include "base/search.h"
#include "base/text.h"
#include "dump.h"
#include "xfer.h"

#include <stdio.h>
#include <string.h>

/* A frame takes lines until it has so many, or names so many files. */
#define FRAME_LINES 8192
#define FRAME_FILES 64
_Static_assert(FRAME_LINES <= WIRE_ROWS_MAX && FRAME_FILES * SYMBOLS_FILE_BYTES <= WIRE_ROWS_MAX,
               "rows and texts of a frame are a block each");

struct lines_writer {
  lines_put_fn *put;
  void *ctx;
  struct wire_line rows[FRAME_LINES];
  size_t count;
  struct wire_symbol files[FRAME_FILES];
  size_t at[FRAME_FILES];      /* where the text of each begins */
  size_t file_count;
  char text[FRAME_FILES * SYMBOLS_FILE_BYTES];
  size_t used;
};

struct lines_writer *lines_begin(lines_put_fn *put, void *ctx)
{
  struct lines_writer *w = mem_alloc(1, sizeof(*w));
  w->put = put;
  w->ctx = ctx;
  return w;
}

static void write_frame(struct lines_writer *w)
{
  const size_t most = xfer_pack_bound(WIRE_SYMBOL, w->file_count) + xfer_pack_bound(WIRE_CHARACTER, w->used) +
                      xfer_pack_bound(WIRE_LINE, w->count);
  uint8_t *frame = mem_alloc(1, WIRE_FRAME_BYTES + most);
  size_t bytes = xfer_pack(WIRE_SYMBOL, w->files, w->file_count, NULL, frame + WIRE_FRAME_BYTES);
  bytes += xfer_pack(WIRE_CHARACTER, w->text, w->used, NULL, frame + WIRE_FRAME_BYTES + bytes);
  bytes += xfer_pack(WIRE_LINE, w->rows, w->count, NULL, frame + WIRE_FRAME_BYTES + bytes);
  xfer_seal_frame(frame, WIRE_FRAME_SYMBOLS, 0, 0, bytes, bytes);
  w->put(w->ctx, frame, WIRE_FRAME_BYTES + bytes);
  w->count = w->file_count = w->used = 0;
  mem_free(frame);
}

static bool is_file(const struct lines_writer *w, size_t i, const char *file, size_t bytes)
{
  return w->files[i].file_bytes == bytes && memcmp(w->text + w->at[i], file, bytes) == 0;
}

/* Returns the number of a file in the frame, from 1; 0: it is not there. The last line's is looked at first. */
static uint32_t find_file(const struct lines_writer *w, const char *file, size_t bytes)
{
  const uint32_t last = w->count ? w->rows[w->count - 1].file : 0;
  if (last && is_file(w, last - 1, file, bytes))
    return last;
  for (size_t i = 0; i < w->file_count; i++)
    if (is_file(w, i, file, bytes))
      return (uint32_t)i + 1;
  return 0;
}

static uint32_t add_file(struct lines_writer *w, const char *file, size_t bytes)
{
  w->at[w->file_count] = w->used;
  w->files[w->file_count++] = (struct wire_symbol){ .file_bytes = (uint32_t)bytes };
  memcpy(w->text + w->used, file, bytes);
  w->used += bytes;
  return (uint32_t)w->file_count;
}

void lines_add(void *writer, uint64_t start, uint64_t bytes, const struct symbol_source *line)
{
  struct lines_writer *w = writer;
  const size_t length = strnlen(line->file, sizeof(line->file));
  struct wire_line *last = w->count ? &w->rows[w->count - 1] : NULL;
  if (!length || bytes > UINT32_MAX)
    return;
  uint32_t file = find_file(w, line->file, length);
  if (last && file && file == last->file && line->line == last->line && start == last->start + last->bytes &&
      bytes <= UINT32_MAX - last->bytes) {
    last->bytes += (uint32_t)bytes;
    return;
  }
  if (w->count == FRAME_LINES || (!file && w->file_count == FRAME_FILES)) {
    write_frame(w);
    file = 0;
  }
  file = file ? file : add_file(w, line->file, length);
  w->rows[w->count++] = (struct wire_line){ start, (uint32_t)bytes, line->line, file };
}

void lines_end(struct lines_writer *w)
{
  if (w->count)
    write_frame(w);
  mem_free(w);
}

/* ---- reading ---- */

struct lines {
  struct wire_line *rows;      /* by address, none overlapping */
  size_t count;
  char **files;                /* by row of SYMBOL; NULL: that one names a function, or nothing */
  size_t file_count;
};

static void read_files(struct lines *l, const struct dump *d)
{
  const struct wire_symbol *rec = dump_symbol_rows(d);
  const uint8_t *text = d->symbol_text.data;
  l->file_count = dump_count(d, WIRE_SYMBOL);
  l->files = mem_alloc(l->file_count, sizeof(*l->files));
  for (size_t i = 0; i < l->file_count; text += (size_t)rec[i].name_bytes + rec[i].file_bytes, i++)
    if (!rec[i].name_bytes && rec[i].file_bytes)
      l->files[i] = text_clean(text, rec[i].file_bytes);
}

static bool makes_sense(const struct lines *l, const struct wire_line *row)
{
  return row->bytes && row->line && row->start <= UINT64_MAX - row->bytes && row->file && l->files[row->file - 1];
}

/* By address; rows of one address by their other members, as a sort need not leave equal rows in their order. */
static int by_start(const void *a, const void *b)
{
  const struct wire_line *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes < y->bytes ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->file > y->file) - (x->file < y->file);
}

struct lines *lines_of_dump(const struct dump *d)
{
  struct lines *l = mem_alloc(1, sizeof(*l));
  const struct wire_line *rows = dump_line_rows(d);
  const size_t count = dump_count(d, WIRE_LINE);
  if (!count)
    return l;
  read_files(l, d);
  l->rows = mem_alloc(count, sizeof(*l->rows));
  for (size_t i = 0; i < count; i++)
    if (makes_sense(l, &rows[i]))
      l->rows[l->count++] = rows[i];
  if (l->count)
    mem_sort(l->rows, l->count, sizeof(*l->rows), by_start);
  size_t kept = 0;
  for (size_t i = 0; i < l->count; i++)
    if (!kept || l->rows[i].start >= l->rows[kept - 1].start + l->rows[kept - 1].bytes)
      l->rows[kept++] = l->rows[i];
  l->count = kept;
  return l;
}

void lines_free(struct lines *l)
{
  for (size_t i = 0; i < l->file_count; i++)
    mem_free(l->files[i]);
  mem_free(l->files);
  mem_free(l->rows);
  mem_free(l);
}

bool lines_find(const struct lines *l, uint64_t address, struct symbol_source *line)
{
  size_t low = 0;
  SEARCH(low, l->count, l->rows[middle].start <= address);
  const struct wire_line *row = low ? &l->rows[low - 1] : NULL;
  if (!row || address - row->start >= row->bytes)
    return false;
  const char *file = l->files[row->file - 1];
  snprintf(line->file, sizeof(line->file), "%.*s", text_cut(file, sizeof(line->file) - 1), file);
  line->line = row->line;
  return true;
}
