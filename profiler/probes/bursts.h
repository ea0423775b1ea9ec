/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bursts.h: short bursts of the run in which each call of each function is counted, and nothing else is; in all the
 * rest no function has probes.
 *
 * Timing each call makes a program of short functions several times as long, and what such a call takes beside others
 * cannot be told from what it takes alone (turns.h). With bursts the run lasts as long as that of the same program with
 * its probes off, but for the bursts: that time is measured, and its split among functions is that of the samples taken
 * meanwhile. How often a function is called the samples do not know; bursts do. They come at random times of the clock,
 * not of the work, and are of one length, so a function's calls in all bursts, times the run over the bursts' time, is
 * an estimate of its calls without a bias but that of the counting itself (some cycles a call, which the host allows
 * for); how far the bursts differ says how sure it is. Compare M. Arnold, B. Ryder, "A Framework for Reducing the Cost
 * of Instrumented Code", PLDI 2001, where bursts come by the work.
 *
 * What always holds:
 *  - counting changes no call tree, no thread's current call and no stack: a burst may begin and end wherever a thread
 *    stands, in a probe, too, and leaves nothing open;
 *  - call trees have roots only, whose times are the threads';
 *  - functions that prof_timed() has switched off are not counted, and what it switches meanwhile holds from the next
 *    burst on;
 *  - a burst in which the processor was taken away for longer than it lasts is left out, and told as spoilt;
 *  - no burst begins while there is no room for its row (turn_rows.h): it is put off.
 *
 * There are none with several processors, whose counts would have to be locked, and none where each call is to be
 * recorded: then all calls are timed.
 */
#ifndef PROF_BURSTS_H
#define PROF_BURSTS_H

#include "prof.h"
#include "turn_rows.h"

#ifdef PROF_TURNS
/* Returns the bytes that bursts take: as many as the code with probes, and 32 for each function; 0 where the
 * configuration has none. */
size_t prof_bursts_memory(const struct prof_config *c);

/* Puts that into `memory`, which is prof_bursts_memory() bytes of zeros. In prof_init(), after the sites. */
void prof_bursts_init(const struct prof_config *c, void *memory);

/* Begins anew, and takes the probes from all functions where there will be bursts. In prof_start(); interrupts off. */
void prof_bursts_start(void);

/* Ends the burst that goes on, and gives functions their probes again. In prof_stop(); interrupts off. */
void prof_bursts_stop(void);

/* Forgets the burst that goes on. In prof_crash(). */
void prof_bursts_drop(void);

/* Returns whether a run of this configuration has bursts. */
bool prof_bursts_planned(void);

/* Returns whether the run has bursts, and goes on. */
bool prof_bursts_on(void);

/* prof_turn() of a run with bursts. */
uint64_t prof_burst(uint64_t since);

/* Hands out what bursts have counted, a row a function. Profiling stopped. */
void prof_bursts_collect(const struct prof_sink *sink);

/* Returns how many rows that are. */
uint64_t prof_bursts_rows(void);

/* A function that begins at address `a` has its count, 32 bits, at prof_burst_base + ((a + 5) & ~3): no two sites lie
 * nearer than the five bytes of one. For the hook (arch/x86_64/fentry.c). */
extern uintptr_t prof_burst_base;
#define PROF_BURST_SITE 5u
#endif

#endif
