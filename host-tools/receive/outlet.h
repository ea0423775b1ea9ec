/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * outlet.h: a stream to a reader that may stand still: standard output or standard error of `hostdump serve`, which
 * must go on for its targets whether or not these are read.
 *
 * What the reader has no room for waits here, OUTLET_BYTES at most; what comes then is dropped, whole pieces of it, and
 * counted. A regular file is written at once. No call waits for the reader, but for outlet_close(), for as long as its
 * caller says.
 *
 * Where the system does not let this process open the descriptor once more (a terminal of another user, behind su), a
 * call may wait all the same: where another program writes to it between poll() and write(), or a terminal has room for
 * a byte, but not for the two that it makes of an end of line. Such a terminal is written a byte at a time, for poll()
 * promises no more room.
 */
#ifndef OUTLET_H
#define OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OUTLET_BYTES (1u << 20) /* that wait at most */

struct outlet {
  int fd;              /* what is written: `of`, or another opening of it that does not block */
  int of;              /* the descriptor that was given */
  bool is_socket;
  size_t piece;        /* bytes that do not block behind poll(): of a descriptor that may not be opened once more */
  char *queue;         /* bytes from `at` to `used` wait */
  size_t at, used, room;
  uint64_t dropped;    /* bytes for which there was no room */
  uint64_t told;       /* of them, those that outlet_untold() has returned */
  int error;           /* errno of the first failure; 0: none. Behind it nothing more is written */
};

/* Begins to write to `fd`, which stays the caller's, and is not made non-blocking: programs that share it go on as they
 * were. */
void outlet_open(struct outlet *o, int fd);

/* Writes a piece of text, or keeps it for later. Cost: one system call where nothing waits. */
void outlet_put(struct outlet *o, const void *text, size_t bytes);

/* Returns whether something waits: then poll() for POLLOUT of `o->fd`, and call outlet_turn(). */
bool outlet_waits(const struct outlet *o);
void outlet_turn(struct outlet *o);

/* Returns how many bytes were dropped since it last returned some, once nothing waits any more, so that a reader is told
 * where they are missing; 0: none, something waits, or writing has failed. */
uint64_t outlet_untold(struct outlet *o);

/* Gives the reader `ms` milliseconds at most to take what waits, and drops the rest. Returns how many bytes were
 * dropped in all. */
uint64_t outlet_close(struct outlet *o, int ms);

#endif
