/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stances.h: the workload `stances`: threads that are hard to look at, for tests/moments.
 */
#ifndef STANCES_H
#define STANCES_H

#include "workload.h"

/* Threads `deep` and `deeper` stand STANCES_DEEP and STANCES_DEEPER calls of dig_down() deep; `smashed` waits with a
 * frame pointer that leads nowhere; `before` was renamed `after`; and for a fifth of a second threads `brief` come and
 * go. */
int stances_run(const struct workload_input *input);

#define STANCES_DEEP   10000u
#define STANCES_DEEPER 20000u  /* more than a moment walks: profiler/records/moment.c */

#endif
