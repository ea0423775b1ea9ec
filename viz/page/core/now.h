/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * now.h: the moments of the run that page.h has, for the page: how many there are, what is known of each, and where
 * each thread stood at one. Moments are numbered by their order, from 0; of a row that is not there the facts are -1.
 * All of them count, whatever time page_look() chose.
 */
#ifndef NOW_H
#define NOW_H

/* How many moments there are; 0: no run is looked at, or it has none. */
unsigned page_moments(void);

/* Of a moment: its number in the dump; when it was, since the start of profiling; how many threads there were, and of
 * how many of them nothing is known; for how long they stood still, and how much later the last processor did. */
enum page_moment_fact { PAGE_MOMENT_NUMBER, PAGE_MOMENT_US, PAGE_MOMENT_THREADS, PAGE_MOMENT_UNKNOWN,
                        PAGE_MOMENT_TOOK_US, PAGE_MOMENT_SPREAD_US };
double page_moment_fact(unsigned row, enum page_moment_fact fact);

/* Why it was taken, in a word. */
const char *page_moment_why(unsigned row);

/* Writes where each wanted thread stood at a moment, as TSV to PAGE_TABLES: a row for each function on its stack, the
 * innermost first, level 0; `level` is `-` where a stack is empty. Remarks say what is missing. Returns how many rows
 * there are; -1: no run is looked at. */
double page_moment(unsigned row);

#endif
