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

#endif
