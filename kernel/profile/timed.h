/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed.h: the functions that are timed, and those whose calls are recorded one by one, as the options timed= and
 * calls= choose them at boot.
 */
#ifndef TIMED_H
#define TIMED_H

#include <stdbool.h>

struct options;

/* Switches timing on, for all functions, or for those of options->timed, and recording of calls, for all, or for those
 * of options->calls. Returns false, and prints what is wrong, when a pattern there matches nothing. After prof_init(),
 * before prof_calibrate(). */
bool timed_begin(const struct options *options);

#endif
