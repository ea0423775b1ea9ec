/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sink.c: the file that an export goes into; sink.h is the manual.
 */
#include "sink.h"

#include "base/mem.h"

#include <errno.h>
#include <stdio.h>

bool sink_open(struct sink *s, const char *name, uint64_t most)
{
  *s = (struct sink){ .most = most };
  if (!outfile_open(&s->file, name))
    return false;
  s->buffer = mem_alloc(SINK_BYTES, 1);
  return true;
}

void sink_flush(struct sink *s)
{
  if (!s->file.error && s->file.kept + s->used > s->most)
    s->file.error = EFBIG;
  outfile_write(&s->file, s->buffer, s->used);
  s->used = 0;
}

bool sink_finish(struct sink *s)
{
  sink_flush(s);
  mem_free(s->buffer);
  s->buffer = NULL;
  if (!s->file.error && outfile_finish(&s->file))
    return true;
  outfile_drop(&s->file);
  return false;
}

void sink_drop(struct sink *s)
{
  mem_free(s->buffer);
  s->buffer = NULL;
  outfile_drop(&s->file);
}

void sink_bytes(struct sink *s, const void *bytes, size_t count)
{
  const uint8_t *from = bytes;
  while (count) {
    uint8_t *room = sink_room(s, 1);
    const size_t part = count < SINK_BYTES - s->used ? count : SINK_BYTES - s->used;
    memcpy(room, from, part);
    sink_took(s, part);
    from += part;
    count -= part;
  }
}

void sink_natural(struct sink *s, uint64_t n)
{
  char digits[20], *end = digits + sizeof(digits), *at = end;
  do
    *--at = (char)('0' + n % 10);
  while (n /= 10);
  sink_bytes(s, at, (size_t)(end - at));
}

void sink_whole(struct sink *s, int64_t n)
{
  if (n < 0)
    sink_byte(s, '-');
  sink_natural(s, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void sink_us(struct sink *s, int64_t ns)
{
  const uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns;
  if (ns < 0)
    sink_byte(s, '-');
  sink_natural(s, n / 1000);
  sink_byte(s, '.');
  sink_byte(s, (char)('0' + n / 100 % 10));
  sink_byte(s, (char)('0' + n / 10 % 10));
  sink_byte(s, (char)('0' + n % 10));
}

void sink_json(struct sink *s, const char *text)
{
  char escape[8];
  sink_byte(s, '"');
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c >= ' ' && !strchr("\"\\<>&\177", c)) {
      sink_byte(s, *text);
      continue;
    }
    snprintf(escape, sizeof(escape), "\\u%04x", c);
    sink_text(s, escape);
  }
  sink_byte(s, '"');
}
