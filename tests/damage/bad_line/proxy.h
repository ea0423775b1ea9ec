/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * proxy.h: a bad line between two pairs of pipes: QEMU is at one, -serial pipe:FAR, hostdump --control NEAR at the
 * other.
 */
#ifndef PROXY_H
#define PROXY_H

#include "line.h"

/* Passes bytes on in both directions, over `down` (to NEAR) and `up`, until FAR.out ends, at most `speed` bytes a
 * second in each direction (0: any). Both pairs are there. Returns an exit status. */
int proxy_run(const char *far, const char *near, struct line *down, struct line *up, uint64_t speed);

#endif
