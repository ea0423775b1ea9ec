/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calibrate.h: the empty functions of the calibration. All are alike; the plain one is not instrumented. When
 * the two timed ones are called in turn, every call needs a lookup in the tree.
 */
#ifndef PROF_CALIBRATE_H
#define PROF_CALIBRATE_H

#include "prof.h"

#define PROF_CALIBRATE_SUBJECT __attribute__((noinline, noclone))

PROF_CALIBRATE_SUBJECT PROF_UNTIMED void prof_calibrate_plain(void);
PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_a(void);
PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_b(void);

/* These two are entered and not left: they call prof_calibrate_leave(), which does not return either. */
PROF_CALIBRATE_SUBJECT PROF_UNTIMED void prof_calibrate_plain_left(void);
PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_left(void);
void prof_calibrate_leave(void);

/* Calls prof_calibrate_slot(), which may send the exit the slow way. */
PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_slot(void);
void prof_calibrate_slot(void);

/* Chains of so many dependent steps, each an imul and an add: three or four cycles on today's processors (A. Fog,
 * "Instruction tables"). What comes before and behind such a function waits for it, so its time adds up with theirs.
 * The last two are as short as what goes on beside a function's chain, its frame first of all. */
#define PROF_CHAINS(C) C(0) C(8) C(16) C(40) C(3) C(4)
#define PROF_CHAIN_(steps) \
  PROF_CALIBRATE_SUBJECT PROF_UNTIMED uint64_t prof_calibrate_plain_chain_##steps(uint64_t x); \
  PROF_CALIBRATE_SUBJECT uint64_t prof_calibrate_timed_chain_##steps(uint64_t x);
PROF_CHAINS(PROF_CHAIN_)
#undef PROF_CHAIN_

/* Chains of three steps that have a chain of eight called between them: one with probes, and one without. */
PROF_CALIBRATE_SUBJECT uint64_t prof_calibrate_timed_over_timed(uint64_t x);
PROF_CALIBRATE_SUBJECT uint64_t prof_calibrate_timed_over_plain(uint64_t x);

/* On x86-64 the two instructions work in place: where the compiler puts an lea between them, a processor that adds
 * small constants while it renames registers takes a cycle more. */
static inline __attribute__((always_inline)) uint64_t prof_calibrate_step(uint64_t x)
{
  const uint64_t factor = 0x9E3779B97F4A7C15;
#ifdef __x86_64__
  __asm__ volatile("imulq %1, %0\n\taddq $1, %0" : "+r"(x) : "r"(factor));
#else
  x = x * factor + 1;
  __asm__ volatile("" : "+r"(x));
#endif
  return x;
}

#endif
