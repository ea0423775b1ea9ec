/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * checked_line.c: see checked_line.h.
 */
#include "checked_line.h"

#include "xfer.h"

#define SEAL_BYTES   9  /* '*' and eight digits */
#define CRC_DIGITS   8

static void put_character(struct checked_line *s, char c)
{
  if (s->used < 1 + SEALED_TEXT)
    s->line[s->used++] = c;
  else
    s->cut = true;
}

void checked_line_add(struct checked_line *s, const char *text)
{
  while (*text)
    put_character(s, *text++);
}

void checked_line_begin(struct checked_line *s, const char *word)
{
  s->used = 0;
  s->cut = false;
  put_character(s, SEALED_OPEN);
  checked_line_add(s, word);
}

void checked_line_word(struct checked_line *s, const char *word)
{
  put_character(s, ' ');
  checked_line_add(s, word);
}

void checked_line_number(struct checked_line *s, uint32_t number)
{
  char digits[11];
  size_t at = sizeof(digits) - 1;
  digits[at] = '\0';
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  checked_line_word(s, digits + at);
}

static char hex_digit(uint32_t four_bits)
{
  return "0123456789abcdef"[four_bits & 15];
}

bool checked_line_end(struct checked_line *s)
{
  if (s->cut)
    return false;
  uint32_t crc = xfer_crc32(0, s->line + 1, s->used - 1);
  s->line[s->used++] = '*';
  for (int shift = 28; shift >= 0; shift -= 4)
    s->line[s->used++] = hex_digit(crc >> shift);
  s->line[s->used++] = '\n';
  return true;
}

/* ---- reading ---- */

static bool end_line(struct checked_line_input *in)
{
  bool line = in->used && !in->too_long && !in->taken;
  in->too_long = false;
  in->taken = true;
  return line;
}

bool checked_line_take(struct checked_line_input *in, char byte)
{
  if (byte == '\n' || byte == '\r')
    return end_line(in);
  if (byte == SEALED_OPEN || in->taken)
    in->used = 0;
  if (byte == SEALED_OPEN)
    in->too_long = false;
  in->taken = false;
  if (in->used == sizeof in->line)
    in->too_long = true;
  else
    in->line[in->used++] = byte;
  return false;
}

static bool seal_fits(const char *seal, uint32_t crc)
{
  if (seal[0] != '*')
    return false;
  for (int i = 0; i < CRC_DIGITS; i++)
    if (seal[1 + i] != hex_digit(crc >> (28 - 4 * i)))
      return false;
  return true;
}

static size_t find_last_open(const char *line, size_t bytes)
{
  while (bytes && line[bytes - 1] != SEALED_OPEN)
    bytes--;
  return bytes;
}

size_t checked_line_open(const char *line, size_t bytes, const char **text)
{
  const size_t first = find_last_open(line, bytes);
  if (!first || bytes - first <= SEAL_BYTES)
    return 0;
  const size_t length = bytes - first - SEAL_BYTES;
  *text = line + first;
  return seal_fits(*text + length, xfer_crc32(0, *text, length)) ? length : 0;
}

static bool looks_sealed(const char *seal)
{
  for (int i = 1; i <= CRC_DIGITS; i++)
    if (!(seal[i] >= '0' && seal[i] <= '9') && !(seal[i] >= 'a' && seal[i] <= 'f'))
      return false;
  return seal[0] == '*';
}

bool checked_line_is(const char *line, size_t bytes)
{
  return find_last_open(line, bytes) != 0 || (bytes >= SEAL_BYTES && looks_sealed(line + bytes - SEAL_BYTES));
}

static bool at_blank(const char *at, const char *end)
{
  return at == end || *at == ' ';
}

static void skip_blanks(const char **at, const char *end)
{
  while (*at < end && **at == ' ')
    ++*at;
}

bool checked_line_take_word(const char **at, const char *end, const char *word)
{
  const char *p = *at;
  while (p < end && *word && *p == *word)
    p++, word++;
  if (*word || !at_blank(p, end))
    return false;
  skip_blanks(&p, end);
  *at = p;
  return true;
}

bool checked_line_take_number(const char **at, const char *end, uint32_t *number)
{
  const char *p = *at;
  uint64_t n = 0;
  while (p < end && *p >= '0' && *p <= '9' && n <= UINT32_MAX)
    n = n * 10 + (uint64_t)(*p++ - '0');
  if (p == *at || n > UINT32_MAX || !at_blank(p, end))
    return false;
  skip_blanks(&p, end);
  *number = (uint32_t)n;
  *at = p;
  return true;
}
