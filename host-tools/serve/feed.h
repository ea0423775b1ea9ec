/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * feed.h: what a page is sent of all runs while they come: one stream of lines and bytes of dumps (LIVE.md has it
 * exactly).
 *
 * A page reads at its own pace: what it has not read yet is in the dumps' files, and of a page serve keeps only how far
 * it has read each of them.
 */
#ifndef FEED_H
#define FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "shelf.h"

struct feed;

/* A new feed. `wanted`: whose bytes are sent: "live" or NULL, those of runs that have not ended, and of all that begin
 * from now on; "all"; "none"; or those of some runs, NUMBER,NUMBER. `from`: how far the page has read some runs,
 * NUMBER:OFFSET,NUMBER:OFFSET; those are sent from there on, ended or not; NULL: none. */
struct feed *feed_new(const struct shelf *shelf, const char *wanted, const char *from);
void feed_free(struct feed *f);

/* Writes what there is to be sent into `to`, at most `most` bytes, FEED_LEAST or more. Returns how many; 0: there is
 * nothing; -1: a file cannot be read any more, and the feed has to end. */
#define FEED_LEAST 4096
ssize_t feed_read(struct feed *f, char *to, size_t most);

/* For how many milliseconds from `now_ms` on there will be nothing to send; 0: there is something. What has come is
 * sent together, ten times a second. */
int feed_due(const struct feed *f, int64_t now_ms);

/* Whether the page has all that there is of the runs that it wants. */
bool feed_is_level(const struct feed *f);

/* What a line says of a run, and of its state `state`, as JSON without a line end, for mem_free(). */
char *feed_describe(const struct shelf_run *r, enum shelf_state state);

#endif
