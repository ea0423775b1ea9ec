/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calib_subject.c: the functions whose instrumented calls calibrate.c measures; the one file of the profiler that is
 * compiled with -finstrument-functions. What is measured so are the probes as the compiler really puts them.
 */
#include "calibrate.h"

void prof_calibrate_timed_a(void)
{
  __asm__ volatile("");
}

void prof_calibrate_timed_b(void)
{
  __asm__ volatile("");
}
