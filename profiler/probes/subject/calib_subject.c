/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calib_subject.c: the functions whose instrumented calls calibrate.c measures; the one file of the profiler that is
 * instrumented, with the options of the code to be profiled. So the probes are
 * measured as the compiler really places them.
 */
#include "calibrate.h"

/* Makes a function have a frame and nothing else. Without it the compiler may leave the frame out of the plain function
 * and keep it in the instrumented one. */
#define FRAME_ONLY __asm__ volatile("" : : "r"(__builtin_frame_address(0)))

void prof_calibrate_plain(void)
{
  FRAME_ONLY;
}

void prof_calibrate_timed_a(void)
{
  FRAME_ONLY;
}

void prof_calibrate_timed_b(void)
{
  FRAME_ONLY;
}

void prof_calibrate_plain_left(void)
{
  prof_calibrate_leave();
}

void prof_calibrate_timed_slot(void)
{
  prof_calibrate_slot();
}

void prof_calibrate_timed_left(void)
{
  prof_calibrate_leave();
}

/* ---- chains ---- */

#define ON_A_LINE __attribute__((aligned(64)))

/* On a line of the cache: where the plain ones began anywhere, one of 40 steps took up to 2.6 cycles too long, in all
 * its calls (Emerald Rapids). */
#define CHAIN(steps) \
  ON_A_LINE uint64_t prof_calibrate_plain_chain_##steps(uint64_t x) \
  { \
    FRAME_ONLY; \
    _Pragma("GCC unroll 64") for (int i = 0; i < (steps); i++) \
      x = prof_calibrate_step(x); \
    return x; \
  } \
  ON_A_LINE uint64_t prof_calibrate_timed_chain_##steps(uint64_t x) \
  { \
    FRAME_ONLY; \
    _Pragma("GCC unroll 64") for (int i = 0; i < (steps); i++) \
      x = prof_calibrate_step(x); \
    return x; \
  }
PROF_CHAINS(CHAIN)

#define OVER(which) \
  uint64_t prof_calibrate_timed_over_##which(uint64_t x) \
  { \
    return prof_calibrate_step(prof_calibrate_##which##_chain_8(prof_calibrate_step(prof_calibrate_step(x)))); \
  }
OVER(timed)
OVER(plain)
