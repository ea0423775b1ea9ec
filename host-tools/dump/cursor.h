/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cursor.h: the records of an endless kind (dump_is_endless()), one after the other, by key (blocks.h): events,
 * switches, births, readings by time, deaths by collection. Records of one key come in the order of the stream.
 * Interrupts log into the same buffers as the threads that they interrupt, so neighbours may stand in the stream in
 * another order than they happened.
 *
 *   struct cursor c = cursor_begin(dump, WIRE_EVENT);
 *   for (const struct wire_event *e; (e = cursor_next(&c));)
 *     ...
 *   cursor_end(&c);
 *
 * Whether the dump keeps the records or only where their blocks are makes no difference. Of the latter a cursor
 * holds a few blocks at a time, more only where a stream is far out of order; it unpacks each block once.
 *
 * Where the file can no longer be read, or has changed since the dump was loaded, or records are so far out of order
 * that the dump's memory does not do to sort them, a cursor ends early, and dump_reread_error() says why. What always
 * holds: it has given the first records by key, none left out; and a cursor that begins later gives no more than one
 * that has ended, also when the file is whole again: two passes over a kind see the same records, or the second fewer.
 */
#ifndef CURSOR_H
#define CURSOR_H

#include "dump.h"
#include "unpacked.h"

struct cursor {
  const struct dump *dump;
  enum wire_kind kind;
  size_t stride;               /* bytes of a record */
  struct wire_field key_field; /* its column that is the key */
  uint64_t columns;            /* that are unpacked, as a set: xfer_unpack_columns() */
  uint64_t from, to;           /* keys outside are not asked for: blocks that have no others are skipped */
  const char *at, *end;        /* records that are ready */
  char *rows;                  /* the window: records that were read */
  size_t first, count, room;   /* of it: the first one that is not ready yet, how many from there on, room for all */
  uint64_t least;              /* the smallest key of them */
  bool rising;                 /* they are known to be in order */
  size_t next;                 /* block to be read */
  struct again *frame;         /* the one that was read last (again.h) */
  struct unpacked *kept;       /* the owner's, of these columns, for cursors that come to the same blocks; NULL: none */
};

/* A cursor over all records of a kind. The dump must outlive it. The caller ends it with cursor_end(). */
struct cursor cursor_begin(const struct dump *d, enum wire_kind kind);

/* A cursor over the records with keys `from` to `to`, both included; blocks with none of them are not read, but of the
 * others records with keys outside may come, too. */
struct cursor cursor_begin_range(const struct dump *d, enum wire_kind kind, uint64_t from, uint64_t to);

/* The columns of events and births, as sets: CURSOR_COLUMN(event, tsc) | ... */
#define CURSOR_NUMBER_(kind, type, name, text) CURSOR_##kind##_##name,
enum { WIRE_EVENT_COLUMNS(CURSOR_NUMBER_) };
enum { WIRE_BIRTH_COLUMNS(CURSOR_NUMBER_) };
#undef CURSOR_NUMBER_
#define CURSOR_COLUMN(kind, name) (UINT64_C(1) << CURSOR_##kind##_##name)

/* cursor_begin_range() for a caller who reads of each record those columns alone, and the key; what the others hold is
 * not known. Cost: that of the columns, and of those from which they are guessed (WIRE_GUESSES). */
struct cursor cursor_begin_columns(const struct dump *d, enum wire_kind kind, uint64_t from, uint64_t to,
                                   uint64_t columns);

/* Begins again with the records with keys `from` to `to`, of the same kind and columns, in the memory that the cursor
 * has. */
void cursor_restart(struct cursor *c, uint64_t from, uint64_t to);

/* Leaves out the records with smaller keys than `key`. */
void cursor_skip(struct cursor *c, uint64_t key);

/* Frees what the cursor holds. */
void cursor_end(struct cursor *c);

/* Makes more records ready. Returns false when there are no more, or none that can be read. For cursor_next(). */
bool cursor_fill(struct cursor *c);

/* The record that comes `ahead` records behind the one that cursor_next() gives next; NULL: it is not at hand. */
static inline const void *cursor_peek(const struct cursor *c, size_t ahead)
{
  return (size_t)(c->end - c->at) > ahead * c->stride ? c->at + ahead * c->stride : NULL;
}

/* The next record, good until the next call; NULL when there are no more, or none that can be read. */
static inline const void *cursor_next(struct cursor *c)
{
  if (c->at == c->end && !cursor_fill(c))
    return NULL;
  const char *record = c->at;
  c->at += c->stride;
  return record;
}

#endif
