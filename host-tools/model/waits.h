/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * waits.h: who waits for whom: finds the deadlocks among threads, each of which waits for at most one other.
 */
#ifndef WAITS_H
#define WAITS_H

#include <stddef.h>
#include <stdint.h>

#define WAITS_NONE UINT32_MAX

/* Thread i waits for thread `owner[i]`, or for none: WAITS_NONE. Gives each thread that is in a cycle of such waits the
 * number of the cycle, from 1, in `cycle`, and each that waits for one of these, over however many others, that number
 * in `behind`; else 0. Cycles are numbered by the first thread that is in them or behind them. All three arrays have
 * `count` places; an owner that is not below `count` is none. Returns the number of cycles. Cost: two looks at each
 * thread. */
uint32_t waits_find_cycles(const uint32_t *owner, size_t count, uint32_t *cycle, uint32_t *behind);

#endif
