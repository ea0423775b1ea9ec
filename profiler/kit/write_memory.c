/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * write_memory.c: see dump.h.
 */
#include "dump.h"

bool prof_write_memory(void *ctx, const void *data, size_t bytes)
{
  struct prof_memory *m = ctx;
  const uint8_t *from = data;
  if (m->bytes - m->used < bytes)
    return false;
  for (size_t i = 0; i < bytes; i++)
    m->at[m->used + i] = from[i];
  m->used += bytes;
  return true;
}
