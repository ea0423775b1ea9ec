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

void sink_pieces(struct sink *s, const void *bytes, size_t count)
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

#define DIGITS_MOST 20 /* of a number of 64 bits */

/* How many decimal digits a number has: its bits times log10(2) are that, or one less. */
static inline size_t count_digits(uint64_t n)
{
  static const uint64_t powers[DIGITS_MOST] = {
    0, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000,
    1000000000000, 10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000,
    1000000000000000000, 10000000000000000000u };
  const size_t most = (size_t)(64 - __builtin_clzll(n | 1)) * 1233 >> 12;
  return most + (n >= powers[most]);
}

/* Writes a number so that it ends before `end`. Two digits at a time, for each step waits for the division before. */
static inline void put_digits(uint8_t *end, uint64_t n)
{
  static const char pairs[] =
    "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849"
    "5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
  for (; n >= 100; n /= 100)
    memcpy(end -= 2, pairs + 2 * (n % 100), 2);
  if (n >= 10)
    memcpy(end - 2, pairs + 2 * n, 2);
  else
    end[-1] = (uint8_t)('0' + n);
}

void sink_natural(struct sink *s, uint64_t n)
{
  const size_t count = count_digits(n);
  put_digits(sink_room(s, count) + count, n);
  sink_took(s, count);
}

void sink_whole(struct sink *s, int64_t n)
{
  if (n < 0)
    sink_byte(s, '-');
  sink_natural(s, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void sink_hex(struct sink *s, uint64_t n)
{
  uint8_t *room = sink_room(s, 16);
  for (unsigned i = 0; i < 16; i++)
    room[i] = (uint8_t)"0123456789abcdef"[n >> (60 - 4 * i) & 15];
  sink_took(s, 16);
}

void sink_us(struct sink *s, int64_t ns)
{
  const uint64_t n = ns < 0 ? -(uint64_t)ns : (uint64_t)ns, us = n / 1000;
  const unsigned below = (unsigned)(n % 1000);
  const size_t count = count_digits(us);
  if (ns < 0)
    sink_byte(s, '-');
  uint8_t *point = sink_room(s, count + 4) + count;
  put_digits(point, us);
  point[0] = '.';
  point[1] = (uint8_t)('0' + below / 100);
  point[2] = (uint8_t)('0' + below / 10 % 10);
  point[3] = (uint8_t)('0' + below % 10);
  sink_took(s, count + 4);
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

void sink_json(struct sink *s, const char *text)
{
  sink_byte(s, '"');
  sink_json_part(s, text);
  sink_byte(s, '"');
}
