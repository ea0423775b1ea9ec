/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gaps.h: from which time the records are that a dump lacks: between the records of their kind that stand around the
 * place where they are missing.
 *
 * What always holds: records of a kind come in the order in which they were made, so what is missing between two of
 * them was made between them (by a few cycles more where an interrupt had put two neighbours out of order).
 */
#ifndef GAPS_H
#define GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "dump.h"
#include "period.h"

/* The time of records of `kind` that are missing in front of kept record `row` of it (the count of them: at the end).
 * Both sides are open for a kind whose records carry no time, or are not kept. */
struct period gaps_time(const struct dump *d, enum wire_kind kind, size_t row);

/* When the buffer of `kind` had no room, from first to last: the time behind the newest record that it kept, of a ring
 * the time before the oldest; of records without a time, and of a stream, what the target's LOSS records say. */
struct period gaps_full(const struct dump *d, enum wire_kind kind, bool ring);

/* The mode of the log that holds records of `kind`; 0 where they carry no time, or are in no log (WIRE_LOGS). */
enum wire_mode gaps_mode(enum wire_kind kind);

/* The LOSS records of a kind, *count of them, by time. */
const struct wire_loss *gaps_losses(const struct dump *d, enum wire_kind kind, size_t *count);

/* Where a walk through the records of a kind stands among what is missing of them; at first all zeros. */
struct gaps_walk {
  size_t next;                        /* among the dump's gaps */
  uint64_t clear_from, clear_behind;  /* nothing is missing from then on, before the other; behind 0: not looked yet */
};

/* gaps_between() without what the walk knows already. Cost: binary searches. */
bool gaps_look(const struct dump *d, enum wire_kind kind, struct gaps_walk *w, uint64_t from, uint64_t to);

/* Whether records of `kind` are missing between two that follow each other in time (TSC `from` and `to`), be it that
 * the line lost them, that a stream had no room, or that recording paused. For a walk through the records, whose own
 * `w` is; cost: two comparisons a record, and gaps_look() at what is missing. */
static inline bool gaps_between(const struct dump *d, enum wire_kind kind, struct gaps_walk *w, uint64_t from,
                                uint64_t to)
{
  return !(from >= w->clear_from && to < w->clear_behind) && gaps_look(d, kind, w, from, to);
}

#endif
