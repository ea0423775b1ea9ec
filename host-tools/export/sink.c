/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sink.c: the file that an export goes into; sink.h is the manual.
 */
#include "sink.h"

#include "base/digits.h"
#include "base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

bool sink_open(struct sink *s, const char *name, uint64_t most)
{
  *s = (struct sink){ .most = most };
  if (!outfile_open(&s->file, name))
    return false;
  outfile_uncached(&s->file);
  s->memory = mem_alloc(2 * SINK_PAGE - 1, 1);
  s->buffer = (uint8_t *)(((uintptr_t)s->memory + SINK_PAGE - 1) / SINK_PAGE * SINK_PAGE);
  (void)madvise(s->buffer, SINK_PAGE, MADV_HUGEPAGE); /* without such pages it takes longer, no more */
  return true;
}

static void write_out(struct sink *s, size_t bytes)
{
  if (!s->file.error && s->file.kept + s->used > s->most)
    s->file.error = EFBIG;
  outfile_write(&s->file, s->buffer, bytes);
  s->used -= bytes;
  memmove(s->buffer, s->buffer + bytes, s->used);
}

void sink_flush(struct sink *s)
{
  write_out(s, s->used / OUTFILE_BLOCK * OUTFILE_BLOCK);
}

static void free_buffer(struct sink *s)
{
  mem_free(s->memory);
  s->memory = NULL;
  s->buffer = NULL;
}

bool sink_finish(struct sink *s)
{
  write_out(s, s->used);
  free_buffer(s);
  if (!s->file.error && outfile_finish(&s->file))
    return true;
  outfile_drop(&s->file);
  return false;
}

void sink_drop(struct sink *s)
{
  free_buffer(s);
  outfile_drop(&s->file);
}

void sink_pieces(struct sink *s, const void *bytes, size_t count)
{
  const uint8_t *from = bytes;
  while (count) {
    uint8_t *room = sink_room(s, 1);
    const size_t part = count < sink_left(s) ? count : sink_left(s);
    memcpy(room, from, part);
    sink_took(s, part);
    from += part;
    count -= part;
  }
}

void sink_natural(struct sink *s, uint64_t n)
{
  uint8_t *room = sink_room(s, DIGITS_MOST);
  sink_took(s, (size_t)(digits_natural(room, n) - room));
}

void sink_whole(struct sink *s, int64_t n)
{
  if (n < 0)
    sink_byte(s, '-');
  sink_natural(s, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void sink_hex(struct sink *s, uint64_t n)
{
  digits_hex(sink_room(s, DIGITS_HEX), n);
  sink_took(s, DIGITS_HEX);
}

void sink_us(struct sink *s, int64_t ns)
{
  uint8_t *room = sink_room(s, DIGITS_US);
  sink_took(s, (size_t)(digits_us(room, ns) - room));
}

/* Characters that a JSON string has as they are; all bytes from 0x80 on are. */
static const bool plain[0x80] = {
#define PLAIN(from, to) [from ... to] = true
  PLAIN(' ', '!'), PLAIN('#', '%'), PLAIN('\'', ';'), ['='] = true, PLAIN('?', '['), PLAIN(']', '~')
#undef PLAIN
};

static inline bool is_plain(unsigned char c)
{
  return c >= sizeof(plain) || plain[c];
}

void sink_json_part(struct sink *s, const char *text)
{
  char escape[8];
  while (*text) {
    const char *end = text;
    while (is_plain((unsigned char)*end))
      end++;
    sink_bytes(s, text, (size_t)(end - text));
    if (!*end)
      break;
    snprintf(escape, sizeof(escape), "\\u%04x", (unsigned char)*end);
    sink_text(s, escape);
    text = end + 1;
  }
}

/* A name with characters that JSON wants quoted, or without any, comes here each time. */
void sink_name_first(struct sink *s, struct sink_names *names, uint32_t number, const char *text)
{
  const size_t old = names->room;
  size_t bytes = 0;
  mem_grow(&names->bytes, &names->room, (size_t)number + 1, sizeof(*names->bytes));
  if (names->room > old)
    memset(names->bytes + old, 0, (names->room - old) * sizeof(*names->bytes));
  while (is_plain((unsigned char)text[bytes]))
    bytes++;
  names->bytes[number] = text[bytes] || bytes > UINT32_MAX ? 0 : (uint32_t)bytes;
  sink_json_part(s, text);
}

void sink_names_free(struct sink_names *names)
{
  mem_free(names->bytes);
  *names = (struct sink_names){ NULL, 0 };
}

void sink_json(struct sink *s, const char *text)
{
  sink_byte(s, '"');
  sink_json_part(s, text);
  sink_byte(s, '"');
}
