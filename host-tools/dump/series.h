/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * series.h: a file of counter values from a program that watched the target from outside (qemu/model.c says how the
 * file looks): a row for each reading of the target's, in their order from 0.
 */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct series_row { uint64_t instructions, value[2]; };

struct series {
  char *name[2];             /* of the counters */
  char *model;               /* what was modelled, in words */
  bool host_clock;           /* the target's cycles are not its instructions */
  struct series_row *rows;   /* by the reading's number */
  size_t count, room;
};

/* Reads a file whole. NULL: it cannot be read, is no such file, or is not complete; the reason has been said. */
struct series *series_read(const char *path);
void series_free(struct series *s);  /* NULL: does nothing */

#endif
