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

#define SINK_BYTES (1u << 18) /* of the buffer: one write() for some ten thousand records */

struct sink {
  struct outfile file;
  uint64_t most;        /* bytes that the file may have */
  uint8_t *buffer;
  size_t used;
};

/* Opens NAME.part, which may have `most` bytes: what is more is the error EFBIG. Returns false with `file.error` set
 * (outfile_problem()). `name` must outlive the sink. */
bool sink_open(struct sink *s, const char *name, uint64_t most);

/* Ends the file, and gives it its name. Returns false with `file.error` set; then there is no file. */
bool sink_finish(struct sink *s);

/* Removes what was written. Behind sink_open(), in place of sink_finish(). */
void sink_drop(struct sink *s);

/* Hands the buffer to the file. */
void sink_flush(struct sink *s);

/* Room for `bytes` bytes, SINK_BYTES at most, in the buffer; sink_took() says how many of them were filled. */
static inline uint8_t *sink_room(struct sink *s, size_t bytes)
{
  if (SINK_BYTES - s->used < bytes)
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
  if (SINK_BYTES - s->used < count) {
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

#endif
