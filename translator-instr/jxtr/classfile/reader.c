/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reader.c: big-endian numbers with bounds; reader.h is the manual.
 */
#include "reader.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/diag.h"

void reader_fail(struct reader *r, const char *format, ...)
{
  if (r->failed)
    return;
  va_list args;
  va_start(args, format);
  char text[512];
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  diag_error(r->path, 0, "%s (at byte %td of the class file)", text, r->at - r->start);
  diag_advise(DIAG_COMPILE_AGAIN);
  r->failed = true;
}

const uint8_t *reader_bytes(struct reader *r, uint32_t bytes)
{
  if (!r->failed && bytes > (size_t)(r->end - r->at))
    reader_fail(r, "truncated: %u bytes wanted, %td left", bytes, r->end - r->at);
  if (r->failed)
    return NULL;
  const uint8_t *p = r->at;
  r->at += bytes;
  return p;
}

uint8_t reader_u1(struct reader *r)
{
  const uint8_t *p = reader_bytes(r, 1);
  return p ? p[0] : 0;
}

uint16_t reader_u2(struct reader *r)
{
  const uint8_t *p = reader_bytes(r, 2);
  return (uint16_t)(p ? p[0] << 8 | p[1] : 0);
}

uint32_t reader_u4(struct reader *r)
{
  uint32_t high = reader_u2(r);
  return high << 16 | reader_u2(r);
}

struct reader reader_part(struct reader *r, uint32_t bytes)
{
  struct reader part = *r;
  if (reader_bytes(r, bytes))
    part.end = part.at + bytes;
  else
    part.end = part.at;
  part.failed = r->failed;
  return part;
}
