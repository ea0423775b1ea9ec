/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * resume.h: what an earlier, interrupted run of hostdump has left of a dump.
 */
#ifndef RESUME_H
#define RESUME_H

#include <stdbool.h>
#include <stdint.h>

#include "xfer.h"

/* Where the last whole frame of a file ends, from its start, bytes; 0: there is none. -1: it cannot be read (errno). */
int64_t resume_whole(int fd);

/* Gives the first `bytes` bytes of the file to a receiver. Returns false when they cannot be read (errno). */
bool resume_feed(int fd, uint64_t bytes, struct xfer_receiver *receiver);

#endif
