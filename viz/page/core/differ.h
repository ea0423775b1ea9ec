/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * differ.h: `hostdump diff` in a page. A module holds one run, so the figures that a run is compared by leave the
 * module as bytes, and another module, which has no run, takes those of all runs and compares them.
 *
 *   in the module of each run     page_differ_tell()
 *   in the module that compares   page_differ_take() for each run, those of side A first -> page_differ()
 */
#ifndef DIFFER_H
#define DIFFER_H

#include <stddef.h>

/* Writes the figures of the run (diff/figures.h) to PAGE_TABLES, of the thread that page_look() chose and of the whole
 * time: for page_differ_take() of the same code. Returns 1; 0: no run is looked at. */
int page_differ_tell(void);

/* Takes the figures of a run, called `name`, `bytes` bytes from `from` on. Returns 1; 0: these are none. */
int page_differ_take(const char *name, const void *from, size_t bytes);

/* Compares the first `a` runs with the others, as hostdump diff does where no options are given, and forgets them.
 * Writes what hostdump diff prints, a line with a form feed, and all rows as TSV: verdict, group, name, a, b,
 * change_pct, low_pct, high_pct, p, within_run_pct; `-` where there is none. Returns 1; 0: there is no memory. */
int page_differ(unsigned a);

#endif
