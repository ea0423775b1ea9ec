/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page.h: what a page calls of the module that these C sources become as WebAssembly (wasm.js calls it). A module
 * holds one run. What is wrong with a run is said on standard error, tables are written to file descriptor
 * PAGE_TABLES; the page takes both where the module writes them.
 *
 *   page_begin() -> (page_room(), page_feed())* -> page_done() -> page_look() -> page_table() ...
 */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>
#include <stdint.h>

#define PAGE_TABLES 3

/* Begins a run whose file has this name, of `bytes` bytes; `memory` is what it may take, in bytes, 0: what hostdump
 * would give a file of that size. The name is copied. */
void page_begin(const char *name, double bytes, double memory);

/* Room for `bytes` bytes that stays the module's, good until the next call. */
void *page_room(size_t bytes);

/* Feeds the first `bytes` bytes of page_room(). */
void page_feed(size_t bytes);

/* Ends the file, or looks at what has come so far, where `growing` is not 0. Returns how many frames there are. */
double page_done(int growing);

/* Looks at the run: at the times `from_us` to `to_us` where `windowed` is not 0, and at the thread called `thread`, or
 * at all where it is NULL. Returns 1; 0: that is not possible, and the reason has been said. */
int page_look(int windowed, double from_us, double to_us, const char *thread);

/* How many tables there are; the name and the title of one; whether a report shows it unasked; whether a window chooses
 * among its rows. */
unsigned page_tables(void);
const char *page_table_name(unsigned table);
const char *page_table_title(unsigned table);
int page_table_applies(unsigned table);
int page_table_timed(unsigned table);

/* Writes a table of what page_look() chose, as TSV, from row `first` on, `limit` rows, 0 all. Returns how many rows the
 * table has; -1: no run is looked at. */
double page_table(unsigned table, double first, double limit);

#endif
