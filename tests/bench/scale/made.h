/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * made.h: what programs share that make a dump of any size on their standard output: `PROGRAM NUMBER > FILE`, where the
 * same number gives the same bytes.
 *
 *   made_begin() -> xfer_send() ... -> made_end()
 */
#ifndef MADE_H
#define MADE_H

#include "xfer.h"

/* Reads the one argument, how many of `what` are wanted, and begins to send to standard output. Returns that number; 0:
 * the arguments are wrong, which has been said, or there is no memory. */
uint64_t made_begin(struct xfer_sender *s, int argc, char **argv, const char *what);

/* Ends a dump whose records have all been sent: the counts of each kind, and when the run stopped. Returns the status
 * with which the program ends. */
int made_end(struct xfer_sender *s, uint64_t stop_tsc);

/* A number below `below`, from 0 on, out of *random, which is not 0 and becomes another one. */
uint32_t made_pick(uint64_t *random, uint32_t below);

#define MADE_RANDOM 88172645463325252u /* to begin with */

#endif
