/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calib_subject.c: the functions whose instrumented calls calibrate.c measures; the one file of the profiler that is
 * instrumented, with the options of the code to be profiled. What is measured so are the probes as the compiler really
 * puts them.
 */
#include "calibrate.h"

/* Nothing but a frame, which the compiler leaves out of some functions that do not ask for it, and instrumentation may
 * make it keep. */
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

void prof_calibrate_timed_left(void)
{
  prof_calibrate_leave();
}
