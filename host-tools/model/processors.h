/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * processors.h: how many processors a target has, and how their clocks stand to the first one's, as the dump says; and
 * where the dump contradicts itself in that.
 *
 * All times in a dump are on the clock of processor 0: the target has added the offset. Where the dump does not tell the
 * number, or one that cannot be, the records do: it is one more than the greatest processor that they name.
 */
#ifndef PROCESSORS_H
#define PROCESSORS_H

#include <stdbool.h>
#include <stdint.h>

#include "dump/dump.h"
#include "dump/reason.h"

#define PROCESSORS_MOST 65536u /* column `cpu` has 16 bits */

struct processor {
  bool known;                  /* the dump has a record of it */
  int64_t offset;              /* cycles that the target has added to its clock */
  uint64_t error;              /* cycles by which the offset may be wrong, either way */
};

struct processors {
  const struct dump *dump;
  uint32_t count;              /* at least 1, at most PROCESSORS_MOST */
  dump_kinds rests_on;         /* what was read to know it */
  struct processor *all;       /* `count` of them */
  uint64_t said;               /* the number that the dump gives, where that cannot be; else 0 */
  bool said_wrong;
  uint64_t twice, strange;     /* records of a processor that has one already; of one that the target does not have */
};

/* What the dump says of its processors. Free it with processors_free(). */
struct processors *processors_new(const struct dump *d);
void processors_free(struct processors *p);  /* NULL: does nothing */

/* Cycles by which a processor's times may be wrong; 0 where that is not known. */
uint64_t processors_error(const struct processors *p, uint32_t cpu);

/* Calls `say` for each thing in which the dump contradicts itself about its processors. */
void processors_explain(const struct processors *p, reason_say *say, void *ctx);

#endif
