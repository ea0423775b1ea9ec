/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calibrate.h: the empty functions of the calibration. The two are alike; calling them in turn makes every call one
 * with a node lookup.
 */
#ifndef PROF_CALIBRATE_H
#define PROF_CALIBRATE_H

#define PROF_CALIBRATE_SUBJECT __attribute__((noinline, noclone))

PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_a(void);
PROF_CALIBRATE_SUBJECT void prof_calibrate_timed_b(void);

#endif
