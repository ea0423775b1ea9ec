/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * records.h: what the files of this room offer to each other and to handout/, file by file; log.h has the logs.
 */
#ifndef PROF_RECORDS_H
#define PROF_RECORDS_H

#include "prof.h"

/* ---- event.c: names of events ---- */

/* Returns the bytes that the table of names takes. */
size_t prof_event_memory(const struct prof_config *c);

/* Puts the table into `memory`, which is prof_event_memory() bytes. In prof_init(). */
void prof_event_init(const struct prof_config *c, void *memory);

/* Returns how many events have names. */
uint32_t prof_event_names(void);

/* Returns the name of event number `event`, from 1 to prof_event_names(). */
const char *prof_event_name(uint32_t event);

/* ---- walk.c ---- */

/* What a walk along a stack has come to: addresses found; there were more than room for them; it met a frame pointer
 * outside the stack. */
struct prof_walked { uint16_t depth; bool cut, astray; };

/* Writes the instruction pointer of `p`, the return address that has no frame, if there is one, and the return addresses
 * from its frame pointer outwards, at most `room` in all, to `out`. `t` stands at `p`. Any context. */
struct prof_walked prof_walk_place(const struct prof_thread *t, const struct prof_place *p, struct wire_stack *out,
                                   uint16_t room);

/* Writes the return addresses from the frame at `fp` outwards: where its function returns to comes first. Else as
 * prof_walk_place(). */
struct prof_walked prof_walk_frames(const struct prof_thread *t, uintptr_t fp, struct wire_stack *out, uint16_t room);

/* ---- lock.c: names of locks ---- */

/* Returns the bytes that the table of names takes. */
size_t prof_lock_memory(const struct prof_config *c);

/* Puts the table into `memory`, which is prof_lock_memory() bytes of zeros. In prof_init(). */
void prof_lock_init(const struct prof_config *c, void *memory);

/* Returns how many locks have names that are whole. */
uint32_t prof_lock_names(void);

/* Returns the name with that number, from 1 to prof_lock_names(). */
const char *prof_lock_name(uint32_t number);

/* Returns the number of the name `name`, a new one where it has none; 0: the table is full. Any context. */
uint32_t prof_lock_number(const char *name);

/* ---- moment.c ---- */

/* Returns the bytes that moments take besides their logs. */
size_t prof_moment_memory(const struct prof_config *c);

/* Puts all that into `memory`, which is prof_moment_memory() bytes of zeros. In prof_init(). */
void prof_moment_init(const struct prof_config *c, void *memory);

/* Begins anew: no stance is known to a reader. In prof_start(). */
void prof_moment_begin(void);

/* Hands out the moment of a crash, if there is one. After prof_crash(). */
void prof_moment_collect_crash(const struct prof_sink *sink);

/* Returns how many MOMENT or STANCE records that moment has. Any context. */
uint32_t prof_moment_of_crash(enum wire_kind kind);

/* Hands out the paths that were not handed out yet. Thread context. */
void prof_path_collect(const struct prof_sink *sink);

/* Takes note, after a crash, that `sent` paths have left and all others are to be handed out again. */
void prof_path_abandon(uint64_t sent);

/* Returns how many moments were due and not taken (prof_moments_missed()). Any context. */
uint64_t prof_moments_missed_count(void);

/* Returns how many paths were made, and how many of them found no room. */
struct prof_tally prof_path_tally(void);

/* ---- sample.c ---- */

/* Takes a sample of `t` at `tsc`, interrupted at `p`; `flags` are WIRE_SAMPLE_... bits. Interrupts off, or in an NMI. */
void prof_sample_take(const struct prof_thread *t, uint64_t tsc, const struct prof_place *p, uint16_t flags);

/* The samples that have their whole stack: a ring may have overwritten the stacks of its oldest ones. */
struct prof_whole_samples {
  uint64_t first, end;     /* numbers of samples */
  uint64_t stack;          /* number of the first address of the first one */
};

/* Returns which samples of a processor have their whole stack. Profiling stopped. */
struct prof_whole_samples prof_whole_samples(unsigned cpu);

/* ---- nmi.c ---- */

/* Measures what an interrupt takes on the clock of the thread that it interrupts, and returns it, cycles: 0 where the
 * interrupt accounts for all its time. `raise` makes one interrupt by one instruction. A thread calls it with
 * interrupts off. */
int64_t prof_measure_raised(void (*raise)(void));

/* ---- counter.c ---- */

/* Reads the processor's counters, where they are recorded, at the end of the time of `ran`. Returns false where nothing
 * was read. Interrupts off, or in an NMI. */
bool prof_reading_take(const struct prof_thread *ran);

/* ---- object.c ---- */

/* Forgets the collections of an earlier run. In prof_init(). */
void prof_object_begin(void);

/* Returns the cycles that telling of births has taken. */
uint64_t prof_birth_cycles(void);

/* Returns how many collections for stress have found no object dead: they have no record. */
uint64_t prof_collections_empty(void);

/* ---- crash.c ---- */

/* Forgets the registers that were kept. In prof_init(). */
void prof_crash_begin(void);

/* Returns the registers kept by prof_crash_register(), *rows of them. */
const struct wire_register *prof_crash_registers(uint32_t *rows);

/* ---- setting.c: what was recorded when ---- */

/* Begins anew. In prof_start(). */
void prof_setting_begin(void);

/* Notes which modes record from `now` (TSC) on, and the rate of samples. Interrupts off. */
void prof_setting_note(uint64_t now);

/* Hands out the rows that were not handed out yet. Thread context. */
void prof_setting_collect(const struct prof_sink *sink);

/* Takes note, after a crash, that `sent` rows have left and all others are to be handed out again. */
void prof_setting_abandon(uint64_t sent);

/* Returns how many rows were made, and how many of them found no room. */
struct prof_tally prof_setting_tally(void);

/* ---- loss.c: when records were lost ---- */

/* Begins anew at `now` (TSC). In prof_start(). */
void prof_loss_begin(uint64_t now);

/* Closes the interval that goes on, at `now` (TSC). Interrupts off. */
void prof_loss_close(uint64_t now);

/* Hands out the closed intervals, and forgets them: of logs that are no rings, or of all logs when `all`, which is for
 * the end: what a ring has overwritten is known then. Thread context. */
void prof_loss_collect(const struct prof_sink *sink, bool all);

/* ---- histogram.c ---- */

/* Writes the buckets of node `n` of `pool` that are not empty to `rows`, which has room for PROF_BUCKETS; returns how
 * many they are. */
size_t prof_histogram_of(const struct prof_node *pool, const struct prof_node *n, struct wire_histogram *rows);

/* Hands out the histograms of all nodes. Thread context, profiling stopped. */
void prof_histogram_collect(const struct prof_sink *sink);

/* Returns how many rows prof_histogram_collect() hands out. */
uint64_t prof_histogram_rows(void);

#endif
