/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * losses.h: what is missing from a dump, in words: what full buffers dropped, what the line lost, what could not be
 * read.
 *
 * Full buffers and the line are told apart everywhere: the first is mended by a larger buffer (an option of the
 * kernel's command line, which the words name), the second by a better line. Only the second is damage (exit status
 * 1).
 */
#ifndef LOSSES_H
#define LOSSES_H

#include <stdbool.h>
#include <stdint.h>

#include "dump.h"
#include "gaps.h"
#include "reason.h"

struct loss {
  char *what;         /* kind of record, or frames */
  int64_t made;       /* how many there should be; -1: not known */
  int64_t dropped;    /* how many of them are missing */
  struct period time; /* when those that are missing were made */
  enum reason reason;
  char *note;         /* the reason in words, and what mends it */
};

struct losses { struct loss *rows; size_t count, room; };

/* All losses, in the order of `losses`' rows in TABLES.md. Free with losses_free(). */
struct losses losses_of(const struct dump *d);
void losses_free(struct losses *l);

/* Calls `say` for each thing that a table lacks that rests on `read`, a set of what was read (dump_swap_reads()): the
 * three functions below. What is said rests on more, on TALLY records for one; that is noted as read, too. */
void losses_explain(const struct dump *d, dump_kinds read, reason_say *say, void *ctx);

/* losses_explain() for full buffers only. Returns whether one was full. */
bool losses_explain_buffers(const struct dump *d, dump_kinds read, reason_say *say, void *ctx);

/* losses_explain() for what the line lost only. Returns whether it lost any of it. */
bool losses_explain_line(const struct dump *d, dump_kinds read, reason_say *say, void *ctx);

/* losses_explain() for an end that is missing or was not read only: of such a dump every table lacks an unknown part. */
void losses_explain_end(const struct dump *d, reason_say *say, void *ctx);

/* What a kind of damage means and what to do about it: whole sentences. */
const char *losses_advice(enum xfer_damage damage);

/* What to do about a dump without its end frame. */
extern const char losses_no_end[];

/* What is said of a dump without its first frame. */
extern const char losses_no_hello[];

/* A report of damage as one line of text without its newline, in `out`. */
void losses_describe(const struct xfer_damage_info *info, char *out, size_t bytes);

#endif
