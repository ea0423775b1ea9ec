/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * call.h: calls that are recorded one by one (call.c), for timing.c, which knows when they end.
 */
#ifndef PROF_CALL_H
#define PROF_CALL_H

#include "prof.h"

/* A call that has ended, or that has come so far: the thread's clock and the TSC of the own processor then, the part of
 * its time that was the profiler's, WIRE_CALL_OPEN, WIRE_CALL_UNWOUND or 0. */
struct prof_call { uint64_t clock, tsc; int64_t drift; uint32_t how; };

/* Records the open call of `n`, in one record or two, or counts that there is no room. Where callers of recorded calls
 * are to be recorded, too, it tells them. Any context. */
void prof_call_put(struct prof_node *n, const struct prof_call *call);

#endif
