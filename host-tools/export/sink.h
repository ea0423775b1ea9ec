/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sink.h: the file that an export goes into, written through a buffer: bytes, numbers, and text as JSON has it. The
 * file appears whole or not at all (base/outfile.h). The first error is kept; what is written behind it goes nowhere.
 */
#ifndef SINK_H
#define SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/outfile.h"

/* The buffer is one page of 2 MiB where the system has such pages: a write past the cache pins each page that it
 * touches, and with 256 small ones a megabyte an export of 3 GB took a twentieth longer. */
#define SINK_PAGE  (2u << 20)
#define SINK_BYTES (SINK_PAGE - OUTFILE_BLOCK)

struct sink {
  struct outfile file;
  uint64_t most;        /* bytes that the file may have */
  void *memory;
  uint8_t *buffer;      /* in `memory`, at a multiple of SINK_PAGE, and as long */
  size_t used;
};

/* Opens NAME.part, which may have `most` bytes: what is more is the error EFBIG. Returns false with `file.error` set
 * (outfile_problem()). `name` must outlive the sink. */
bool sink_open(struct sink *s, const char *name, uint64_t most);

/* Ends the file, and gives it its name. Returns false with `file.error` set; then there is no file. */
bool sink_finish(struct sink *s);

/* Removes what was written. Behind sink_open(), in place of sink_finish(). */
void sink_drop(struct sink *s);

/* How many bytes the buffer has room for. */
static inline size_t sink_left(const struct sink *s)
{
  return SINK_PAGE - s->used;
}

/* Hands the buffer to the file, but for what is more than whole blocks: then it has room for SINK_BYTES. */
void sink_flush(struct sink *s);

/* Room for `bytes` bytes, SINK_BYTES at most, in the buffer; sink_took() says how many of them were filled. */
static inline uint8_t *sink_room(struct sink *s, size_t bytes)
{
  if (sink_left(s) < bytes)
    sink_flush(s);
  return s->buffer + s->used;
}

static inline void sink_took(struct sink *s, size_t bytes)
{
  s->used += bytes;
}

/* Any number of bytes; sink_pieces() is the part of it that is for those that the buffer has no room for. */
void sink_pieces(struct sink *s, const void *bytes, size_t count);
static inline void sink_bytes(struct sink *s, const void *bytes, size_t count)
{
  if (sink_left(s) < count) {
    sink_pieces(s, bytes, count);
    return;
  }
  memcpy(s->buffer + s->used, bytes, count);
  sink_took(s, count);
}

static inline void sink_text(struct sink *s, const char *text)
{
  sink_bytes(s, text, strlen(text));
}

static inline void sink_byte(struct sink *s, char byte)
{
  *sink_room(s, 1) = (uint8_t)byte;
  sink_took(s, 1);
}

/* A number in decimal digits. */
void sink_natural(struct sink *s, uint64_t n);
void sink_whole(struct sink *s, int64_t n);

/* A number in 16 hexadecimal digits. */
void sink_hex(struct sink *s, uint64_t n);

/* Nanoseconds as microseconds with three decimals. */
void sink_us(struct sink *s, int64_t ns);

/* A text as a JSON string (RFC 8259), quotes and all. Text of a dump is UTF-8 without control characters
 * (base/text.h). `<`, `>` and `&` are written as \u003c and so on: the file may be pasted into a page. */
void sink_json(struct sink *s, const char *text);

/* A part of a JSON string: sink_json() without the quotes. */
void sink_json_part(struct sink *s, const char *text);

/* Of names that are written over and over, by number: how many bytes they have where JSON has them as they are. A
 * number has one name for as long as the struct is used; begin with zeros, end with sink_names_free(). */
struct sink_names { uint32_t *bytes; size_t room; };
void sink_names_free(struct sink_names *names);

/* sink_json_part() of a name, which is looked through for characters to be quoted once only. */
void sink_name_first(struct sink *s, struct sink_names *names, uint32_t number, const char *text);
static inline void sink_name(struct sink *s, struct sink_names *names, uint32_t number, const char *text)
{
  if (number < names->room && names->bytes[number])
    sink_bytes(s, text, names->bytes[number]);
  else
    sink_name_first(s, names, number, text);
}

#endif
