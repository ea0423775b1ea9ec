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
#include <stdio.h>

#define PAGE_TABLES 3

/* Begins a run whose file has this name, of `bytes` bytes; 0: it is no file but a stream, whose frames are taken as
 * they come. `memory` is what the run may take, in bytes, 0: what hostdump would give a file of that size. The name is
 * copied. */
void page_begin(const char *name, double bytes, double memory);

/* Room for `bytes` bytes that stays the module's, good until the next call. */
void *page_room(size_t bytes);

/* Feeds the first `bytes` bytes of page_room(). What was made of a stream is gone then: lanes, tables, the choice. */
void page_feed(size_t bytes);

/* Takes the first `bytes` bytes of page_room(), of a stream: frames of the functions of its image, which count as long
 * as the stream has none itself. page_done() is to be called behind it. */
void page_names(size_t bytes);

/* Ends the file, or, of a stream, looks at what has come so far, where `growing` is not 0: more may be fed then. What
 * the page had of lanes and tables is made anew. Returns how many frames there are. */
double page_done(int growing);

/* Looks at the run: at the times `from_us` to `to_us` where `windowed` is not 0, and at the thread called `thread`, or
 * at all where it is NULL. Returns 1; 0: that is not possible, and the reason has been said. */
int page_look(int windowed, double from_us, double to_us, const char *thread);

/* The moments at which the target sent its call trees while it ran: how many of these snapshots there are, the number of
 * one, and its time, microseconds since the start of profiling. Behind page_look(). */
unsigned page_snapshots(void);
double page_snapshot_number(unsigned snapshot);
double page_snapshot_us(unsigned snapshot);

/* Looks at the time between two snapshots, by their numbers, negative: the run's beginning, or its end; and at a thread,
 * as page_look(). The call trees, and all that is made of them, are then of this time, exactly; page_look() is back at
 * those of the whole run. Returns 1; 0: that is not possible, and the reason has been said. */
int page_interval(double from, double to, const char *thread);

/* The analysis of the run and what page_look() chose, for the other files here; NULL: no run is looked at. And where
 * tables are written. */
struct analysis;
struct view_options;
struct analysis *page_analysis(const struct view_options **chosen);
FILE *page_output(void);

/* Of the run's lanes, behind page_lanes(): all of them, NULL where there are none; one, by its number; and for
 * page_calls(): lists those of calls behind the others, NULL: the run cannot be looked at. */
struct lanes *page_lanes_made(void);
const struct lanes_lane *page_lane(unsigned lane);
struct lanes *page_list_calls(void);

/* How many tables there are; the name and the title of one; whether a report shows it unasked; whether a window chooses
 * among its rows; whether it is made of call trees, which page_interval() divides. */
unsigned page_tables(void);
const char *page_table_name(unsigned table);
const char *page_table_title(unsigned table);
int page_table_applies(unsigned table);
int page_table_timed(unsigned table);
int page_table_trees(unsigned table);

/* Writes a table of what page_look() chose, as TSV, from row `first` on, `limit` rows, 0 all. Returns how many rows the
 * table has; -1: no run is looked at. */
double page_table(unsigned table, double first, double limit);

/* ---- the time line: lanes of the whole run (lanes/lanes.h), whatever page_look() chose. Times are cycles since the
 * start of profiling. Numbers that leave as `double` are whole unless said otherwise. ---- */

/* Makes the lanes. All records have been read then: what is said of a damaged file has been said. Returns how many
 * there are; 0: the run cannot be looked at, and the reason has been said. */
unsigned page_lanes(void);

/* Cycles a second, and when profiling ended. Behind page_lanes(). */
double page_hz(void);
double page_stop(void);

/* Of a lane: its name, enum lanes_group, enum lanes_kind, enum lane_form, number, entries, flags of a thread. */
const char *page_lane_name(unsigned lane);
enum page_lane_fact { PAGE_GROUP, PAGE_KIND, PAGE_FORM, PAGE_NUMBER, PAGE_COUNT, PAGE_FLAGS };
double page_lane_fact(unsigned lane, enum page_lane_fact fact);

/* The bins of a lane, PAGE_BIN numbers each: count, first, busy[0] to busy[4], area, known, least, most, and of what
 * holds at the left edge its time, value, who, state; of `count` pixels from number `first` on, where from..to are
 * `pixels` wide (lane_bins_part()). NaN stands for no value. Good until the next call. */
#define PAGE_BIN 15
const double *page_bins(unsigned lane, double from, double to, unsigned pixels, int first, unsigned count);

/* Number of the first entry at `at` or behind it. */
double page_before(unsigned lane, double at);

/* Entry `i`, PAGE_RECORD numbers: time, end (NaN: none), value, who, state, thread, cpu, the low and the high 32 bits
 * of the argument; NULL: it cannot be read again. Good until the next call. */
#define PAGE_RECORD 9
const double *page_record(unsigned lane, double i);

/* Names for what records tell: a thread, why a thread stopped, the call stack of a sample, outermost first, joined by
 * line ends. Good until the next call. */
const char *page_thread(unsigned thread);
const char *page_why(unsigned why);
const char *page_stack(unsigned lane, double i);

#endif
