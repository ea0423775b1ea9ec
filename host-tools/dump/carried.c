/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * carried.c: symbols into a dump's file, and out of it; carried.h is the manual.
 */
#include "carried.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/text.h"
#include "dump.h"
#include "lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A frame takes symbols until it has so many, or so many bytes of their names, each of which is cut to its most. */
#define FRAME_SYMBOLS 1024
#define FRAME_TEXT    (1u << 18)
_Static_assert(FRAME_TEXT + SYMBOLS_NAME_MOST + SYMBOLS_FILE_BYTES <= WIRE_PLAIN_MAX / 2,
               "a frame holds them, packed at worst");

/* Columns that hold code addresses. */
static const struct { enum wire_kind kind; uint16_t offset; } places[] = {
  { WIRE_NODE,     offsetof(struct wire_node, address) },
  { WIRE_STACK,    offsetof(struct wire_stack, address) },
  { WIRE_METHOD,   offsetof(struct wire_method, address) },
  { WIRE_REGISTER, offsetof(struct wire_register, value) },
  { WIRE_STANCE,   offsetof(struct wire_stance, ip) },
  { WIRE_PATH,     offsetof(struct wire_path, address) },
  { WIRE_LOCK,     offsetof(struct wire_lock, acquired) },
#define PLACE(n) { WIRE_LOCK, offsetof(struct wire_lock, at##n) },
  WIRE_LOCK_PLACES(PLACE)
#undef PLACE
};
#define PLACES (sizeof(places) / sizeof(places[0]))

/* Different addresses, in the order in which they came. */
struct gathered { struct map known; uint64_t *addresses; size_t count, room; };

struct carried {
  struct gathered functions;   /* whose functions are carried */
  struct gathered lines;       /* of instructions whose lines are */
  bool left;                   /* there are others, for which there was no room */
};

struct carried *carried_new(void)
{
  return mem_alloc(1, sizeof(struct carried));
}

static void free_gathered(struct gathered *g)
{
  map_free(&g->known);
  mem_free(g->addresses);
}

void carried_free(struct carried *c)
{
  if (!c)
    return;
  free_gathered(&c->functions);
  free_gathered(&c->lines);
  mem_free(c);
}

/* ---- gathering ---- */

void carried_leave(struct carried *c)
{
  c->left = true;
}

bool carried_has_left(const struct carried *c)
{
  return c->left;
}

static void gather_address(struct carried *c, struct gathered *g, uint64_t address)
{
  if (map_get(&g->known, address) != MAP_NONE)
    return;
  if (g->count == CARRIED_ADDRESSES) {
    carried_leave(c);
    return;
  }
  map_put(&g->known, address, 0);
  mem_grow(&g->addresses, &g->room, g->count + 1, sizeof(*g->addresses));
  g->addresses[g->count++] = address;
}

/* Gathers an address of a record, and the instruction at which a thread stood at a moment: of a call the last byte. */
static void gather(struct carried *c, enum wire_kind kind, uint64_t address)
{
  gather_address(c, &c->functions, address);
  if (address && (kind == WIRE_PATH || kind == WIRE_STANCE))
    gather_address(c, &c->lines, address - (kind == WIRE_PATH));
}

static void gather_block(struct carried *c, const struct xfer_block *block, uint16_t offset)
{
  const uint8_t *record = blocks_scratch + offset;
  if (!block->head.rows || !xfer_unpack(block, blocks_scratch))
    return;
  for (uint32_t i = 0; i < block->head.rows; i++, record += wire_kinds[block->head.kind].bytes)
    gather(c, block->head.kind, wire_load(record, sizeof(uint64_t)));
}

void carried_frame(struct carried *c, const struct xfer_frame *frame)
{
  struct xfer_block block;
  size_t pos = 0;
  while (xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block) > 0)
    for (size_t i = 0; i < PLACES; i++)
      if (places[i].kind == block.head.kind)
        gather_block(c, &block, places[i].offset);
}

/* ---- writing ---- */

/* Symbols on their way into a frame. */
struct writer {
  struct outfile *file;        /* NULL: the frames go to memory */
  uint8_t *to;
  size_t to_used, to_room;
  bool left;                   /* the frame at hand says that functions may be missing */
  struct wire_symbol rows[FRAME_SYMBOLS];
  size_t count;
  char text[FRAME_TEXT + SYMBOLS_NAME_MOST + SYMBOLS_FILE_BYTES];
  size_t used;
};

static void put_frame(void *writer, const uint8_t *frame, size_t bytes)
{
  struct writer *w = writer;
  if (w->file) {
    outfile_write(w->file, frame, bytes);
    return;
  }
  mem_grow(&w->to, &w->to_room, w->to_used + bytes, 1);
  memcpy(w->to + w->to_used, frame, bytes);
  w->to_used += bytes;
}

static void write_frame(struct writer *w)
{
  const struct wire_meta left = { WIRE_META_SYMBOLS_LEFT, 1 };
  const size_t most = xfer_pack_bound(WIRE_META, 1) + xfer_pack_bound(WIRE_SYMBOL, w->count) +
                      xfer_pack_bound(WIRE_CHARACTER, w->used);
  uint8_t *frame = mem_alloc(1, WIRE_FRAME_BYTES + most);
  size_t bytes = w->left ? xfer_pack(WIRE_META, &left, 1, NULL, frame + WIRE_FRAME_BYTES) : 0;
  bytes += xfer_pack(WIRE_SYMBOL, w->rows, w->count, NULL, frame + WIRE_FRAME_BYTES + bytes);
  for (size_t at = 0, n; at < w->used; at += n) {
    n = w->used - at < WIRE_ROWS_MAX ? w->used - at : WIRE_ROWS_MAX;
    bytes += xfer_pack(WIRE_CHARACTER, w->text + at, n, NULL, frame + WIRE_FRAME_BYTES + bytes);
  }
  xfer_seal_frame(frame, WIRE_FRAME_SYMBOLS, 0, 0, bytes, bytes);
  put_frame(w, frame, WIRE_FRAME_BYTES + bytes);
  w->count = w->used = 0;
  w->left = false;
  mem_free(frame);
}

static uint32_t add_text(struct writer *w, const char *text, size_t most)
{
  size_t bytes = strnlen(text, most);
  memcpy(w->text + w->used, text, bytes);
  w->used += bytes;
  return (uint32_t)bytes;
}

static void add_symbol(struct writer *w, const struct symbols *image, const struct symbol *s)
{
  struct symbol_source source;
  struct wire_symbol *row = &w->rows[w->count++];
  *row = (struct wire_symbol){ .start = s->start, .end = s->end };
  row->name_bytes = add_text(w, s->name, SYMBOLS_NAME_MOST);
  if (symbols_source(image, s->start, &source)) {
    row->line = source.line;
    row->file_bytes = add_text(w, source.file, sizeof(source.file));
  }
  if (w->count == FRAME_SYMBOLS || w->used >= FRAME_TEXT)
    write_frame(w);
}

static int by_start(const void *a, const void *b)
{
  const struct symbol *const *x = a, *const *y = b;
  return ((*x)->start > (*y)->start) - ((*x)->start < (*y)->start);
}

/* The functions that the addresses lie in, by address, each once; a return address lies behind its call. */
static const struct symbol **mentioned(const struct carried *c, const struct symbols *image, size_t *count)
{
  const struct symbol **found = mem_alloc(2 * c->functions.count, sizeof(*found));
  size_t n = 0, kept = 0;
  for (size_t i = 0; i < 2 * c->functions.count; i++) {
    const struct symbol *s = symbols_find(image, c->functions.addresses[i / 2] - i % 2);
    if (s)
      found[n++] = s;
  }
  if (n)
    mem_sort(found, n, sizeof(*found), by_start);
  for (size_t i = 0; i < n; i++)
    if (!kept || found[kept - 1] != found[i])
      found[kept++] = found[i];
  *count = kept;
  return found;
}

static int by_value(const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Writes the lines of the instructions that were gathered, by address. */
static void write_lines(const struct carried *c, const struct symbols *image, struct writer *w)
{
  struct symbol_source source;
  struct lines_writer *lines = lines_begin(put_frame, w);
  const size_t count = c->lines.count;
  uint64_t *addresses = mem_alloc(count, sizeof(*addresses));
  if (count) {
    memcpy(addresses, c->lines.addresses, count * sizeof(*addresses));
    mem_sort(addresses, count, sizeof(*addresses), by_value);
  }
  for (size_t i = 0; i < count; i++)
    if (image->line && image->line(image, addresses[i], &source))
      lines_add(lines, addresses[i], 1, &source);
  mem_free(addresses);
  lines_end(lines);
}

uint64_t carried_write(const struct carried *c, const struct symbols *image, struct outfile *file)
{
  const uint64_t before = file->kept;
  size_t count;
  if (file->error || file->direct)
    return 0;
  const struct symbol **found = mentioned(c, image, &count);
  struct writer *w = mem_alloc(1, sizeof(*w));
  w->file = file;
  w->left = c->left;
  for (size_t i = 0; i < count; i++)
    add_symbol(w, image, found[i]);
  if (w->count || file->kept == before)
    write_frame(w); /* of a run that mentions no function, too: then no file has more to tell */
  write_lines(c, image, w);
  mem_free(w);
  mem_free(found);
  if (file->error) {
    file->error = 0;
    outfile_keep(file, before);
  }
  return file->kept - before;
}

uint8_t *carried_pack(const struct symbols *image, size_t *bytes)
{
  struct writer *w = mem_alloc(1, sizeof(*w));
  for (size_t i = 0; i < image->count; i++)
    add_symbol(w, image, &image->table[i]);
  write_frame(w);
  struct lines_writer *lines = lines_begin(put_frame, w);
  symbols_each_line(image, lines_add, lines);
  lines_end(lines);
  uint8_t *frames = w->to;
  *bytes = w->to_used;
  mem_free(w);
  return frames;
}

/* ---- reading ---- */

/* Symbols of a dump, with their source files, in the table's order. */
struct kept_symbols {
  struct symbols symbols;      /* first: a pointer to it is one to these */
  struct symbol_line { char *file; uint32_t line; } *declared; /* file NULL: not known */
  struct lines *lines;
};

/* A row of the dump, with what is known of it. */
struct row { struct symbol symbol; struct symbol_line line; };

static bool find_instruction(const struct symbols *symbols, uint64_t address, struct symbol_source *line)
{
  return lines_find(((const struct kept_symbols *)symbols)->lines, address, line);
}

static bool find_declared(const struct symbols *symbols, uint64_t address, struct symbol_source *source)
{
  const struct kept_symbols *k = (const struct kept_symbols *)symbols;
  const struct symbol *s = symbols_find(symbols, address);
  const struct symbol_line *line = s ? &k->declared[s - symbols->table] : NULL;
  if (!line || !line->file)
    return false;
  snprintf(source->file, sizeof(source->file), "%.*s", text_cut(line->file, sizeof(source->file) - 1), line->file);
  source->line = line->line;
  return true;
}

static void close_kept(struct symbols *symbols)
{
  struct kept_symbols *k = (struct kept_symbols *)symbols;
  for (size_t i = 0; i < symbols->count; i++)
    mem_free(k->declared[i].file);
  mem_free(k->declared);
  lines_free(k->lines);
}

static int by_address(const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  return (x->symbol.start > y->symbol.start) - (x->symbol.start < y->symbol.start);
}

/* The rows that make sense, as they stand in the dump. */
static struct row *read_rows(const struct dump *d, size_t *count)
{
  const struct wire_symbol *rec = dump_symbol_rows(d);
  const uint8_t *text = d->symbol_text.data;
  struct row *rows = mem_alloc(dump_count(d, WIRE_SYMBOL), sizeof(*rows));
  *count = 0;
  for (size_t i = 0; i < dump_count(d, WIRE_SYMBOL); i++) {
    const uint8_t *name = text, *file = text + rec[i].name_bytes;
    text = file + rec[i].file_bytes;
    if (rec[i].start >= rec[i].end || !rec[i].name_bytes)
      continue;
    rows[(*count)++] = (struct row){ { rec[i].start, rec[i].end, text_clean(name, rec[i].name_bytes) },
                                     { rec[i].file_bytes ? text_clean(file, rec[i].file_bytes) : NULL, rec[i].line } };
  }
  return rows;
}

struct symbols *symbols_of_dump(const struct dump *d)
{
  size_t count, kept = 0;
  if (!d->symbols)
    return NULL;
  struct row *rows = read_rows(d, &count);
  struct kept_symbols *k = mem_alloc(1, sizeof(*k));
  k->symbols.source = find_declared;
  k->symbols.line = find_instruction;
  k->lines = lines_of_dump(d);
  k->symbols.close = close_kept;
  k->symbols.table = mem_alloc(count, sizeof(*k->symbols.table));
  k->declared = mem_alloc(count, sizeof(*k->declared));
  if (count)
    mem_sort(rows, count, sizeof(*rows), by_address);
  for (size_t i = 0; i < count; i++) {
    if (kept && rows[i].symbol.start < k->symbols.table[kept - 1].end) { /* no two functions share an address */
      mem_free((char *)rows[i].symbol.name);
      mem_free(rows[i].line.file);
      continue;
    }
    k->symbols.table[kept] = rows[i].symbol;
    k->declared[kept++] = rows[i].line;
  }
  k->symbols.count = kept;
  mem_free(rows);
  return &k->symbols;
}
