/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switching.h: probes that are switched while the system runs: off by the throttle (option throttle=), and to others
 * and back for turns (option turns=; profiler/probes/turns.h).
 *
 * With one processor the timer's tick switches the probes, and the throttle needs no thread. With several a thread does
 * it, while all others stand still for some tens of microseconds.
 */
#ifndef SWITCHING_H
#define SWITCHING_H

#include <stdbool.h>
#include <stdint.h>

#include "prof.h"

#define SWITCHING_TURNS 20 /* thousandths of the run that turns may take with turns=on */

/* Says in `config` what turns a run has whose clock is this machine's: SWITCHING_TURNS of the run where `wanted`, each
 * from one tick to the next, for a fifth of a millisecond at least; none where the clock counts instructions: there
 * corrected times are exact without turns. Returns whether the run has turns. After tsc_calibrate(), interrupts off. */
bool switching_plan_turns(struct prof_config *config, bool wanted);

/* Starts what switches probes, if `config` asks for any. After prof_start(), once. Returns false when memory is out. */
bool switching_begin(const struct prof_config *config);

#endif
