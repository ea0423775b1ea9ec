/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * subject.h: the program that every profiler is tried on. All its work is one chain of dependent multiplications, so its
 * functions' times add up: nothing of one overlaps with another, and what each takes can be found by running it alone.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <stdint.h>

#define SUBJECT_HEAVY_EVERY 16 /* calls of subject_caller() for one of subject_heavy() */

uint64_t subject_leaf(uint64_t x);    /* a dozen cycles */
uint64_t subject_caller(uint64_t x);  /* a dozen of its own, and a leaf */
uint64_t subject_heavy(uint64_t x);   /* 400 cycles */

/* The program: `calls` times the caller, and the heavy function now and then. */
uint64_t subject_work(uint64_t calls);

#endif
