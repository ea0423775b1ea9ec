/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * file.c: base/file.h of the one file that a page has, in memory; see memory_file.h.
 */
#include "memory_file.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct { uint8_t *bytes; size_t used, room; } file;

void memory_file_expect(size_t bytes)
{
  file.bytes = malloc(bytes); /* no promise: what a page says of a file may be wrong */
  file.room = file.bytes ? bytes : 0;
}

void *memory_file_room(size_t bytes)
{
  mem_grow(&file.bytes, &file.room, file.used + bytes, 1);
  return file.bytes + file.used;
}

void memory_file_add(size_t bytes)
{
  file.used += bytes;
}

const uint8_t *memory_file(size_t *bytes)
{
  *bytes = file.used;
  return file.bytes;
}

ssize_t file_read_at(int fd, uint64_t at, void *to, size_t bytes)
{
  if (fd != MEMORY_FILE) {
    errno = EBADF;
    return -1;
  }
  const size_t left = at < file.used ? file.used - (size_t)at : 0, n = bytes < left ? bytes : left;
  if (n)
    memcpy(to, file.bytes + at, n);
  return (ssize_t)n;
}

bool file_size(int fd, uint64_t *bytes)
{
  *bytes = file.used;
  return fd == MEMORY_FILE;
}
