/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fuzz_series.c: a file of counter values that is anything. What is taken of it never goes back, and its names are clean.
 */
#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dump/series.h"

static void check(const struct series *s)
{
  for (int i = 0; i < 2; i++)
    fuzz_check(!s->name[i] || (s->name[i][0] && !strpbrk(s->name[i], "\t\n")));
  fuzz_check(!s->count || (s->name[0] && s->name[1]));
  for (size_t i = 1; i < s->count; i++)
    fuzz_check(s->rows[i].instructions >= s->rows[i - 1].instructions &&
               s->rows[i].value[0] >= s->rows[i - 1].value[0] && s->rows[i].value[1] >= s->rows[i - 1].value[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
  char path[64];
  int fd = memfd_create("fuzz.counters", MFD_CLOEXEC);
  fuzz_check(fd >= 0 && write(fd, data, bytes) == (ssize_t)bytes);
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  struct series *s = series_read(path);
  if (s)
    check(s);
  series_free(s);
  close(fd);
  return 0;
}
