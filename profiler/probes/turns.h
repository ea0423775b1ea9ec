/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turns.h: short turns of the run in which the probes are others than elsewhere, so that the host can tell what short
 * functions take on a processor that runs instructions side by side.
 *
 * There the usual enter hook reads the clock while the function begins: the raw time of a body of up to 45 cycles is
 * the same whatever the body does (measured, Zen 4), and no constant that is taken out makes it right. So now and then,
 * for some tenths of a millisecond,
 *  - some functions have fenced probes: the caller's work has ended before the clock is read, and the function begins
 *    behind it. What such a probe costs between its time stamps is one constant on chains of dependent instructions
 *    (CAL_FENCED_INNER). All functions that these functions call have no probes meanwhile, so the time of a call is its
 *    inclusive time in the plain program, but for the NOPs, whose cost is measured, too. The callers keep their usual
 *    probes, so each call is known by its node;
 *  - or no function that is short has probes: samples of such a turn are those of the plain program;
 *  - or no function that is short has probes but one, whose calls are counted: the length of the turn over its calls
 *    is more than the plain program takes for a call. Where calls take longer with fences, the processor does the
 *    work of several calls at once. With several processors there are no such turns: a turn's length says nothing of
 *    one of them then.
 *
 * Which functions: one of those that were looked at least, for how often they are called, and as many others at random
 * as neither call nor are called by another one. The trees so far tell who calls whom. Functions that call
 * themselves, or last a good part of a turn, are left out: the usual probes say what these take.
 *
 * What always holds:
 *  - calls that are open when a turn begins or ends are left out of it, and counted once in the tree;
 *  - calls of functions without probes are not counted, and their time is their callers'. That is the only harm that
 *    turns do to the trees; config.turns bounds their share of the run;
 *  - a turn does not begin while a thread is known to have been stopped inside a probe (prof_irq_preempts()), if that
 *    does not last: its call could have no end;
 *  - a turn in which the processor was taken away for longer than a turn lasts is thrown away, and counted;
 *  - with several processors a turn begins and ends while all others stand still, and each of them serializes before it
 *    goes on (Intel SDM volume 3, 8.1.3, cross-modifying code): none fetches half of an instruction.
 */
#ifndef PROF_TURNS_H
#define PROF_TURNS_H

#include "prof.h"
#include "turn_rows.h"

#ifdef PROF_TURNS
/* Returns the bytes that turns take; 0 where the configuration has none. */
size_t prof_turns_memory(const struct prof_config *c);

/* Puts that into `memory`, which is prof_turns_memory() bytes of zeros. In prof_init(), after the sites. */
void prof_turns_init(const struct prof_config *c, void *memory);

/* Begins anew. In prof_start(); interrupts off. */
void prof_turns_start(void);

/* Ends the turn that goes on. In prof_stop(), before the trees stop; interrupts off. */
void prof_turns_stop(void);

/* Forgets the turn that goes on, and leaves the code as it is. In prof_crash(): trees may be broken. */
void prof_turns_drop(void);

/* Calls that a counting turn has seen. */
extern uint64_t prof_turn_counted;

/* Returns whether a turn goes on that counts calls: what it lasts is told, so an interrupt in it whose way into the
 * handler is not exactly known makes it wrong. Any context. */
bool prof_turn_counts(void);

/* Measures once more what fenced probes cost between their time stamps, on a chain: *cycles of *calls, and in *body the
 * cycles that these calls take without probes. `which` is less than PROF_CALIBRATE_CHAINS. Returns false where the
 * chains have no sites. For a turn that is about to begin: interrupts off, all other processors stand still. Cost: 20
 * to 50 us. (calibrate.c) */
#define PROF_CALIBRATE_CHAINS  5 /* that have steps */
#define PROF_CALIBRATE_LONGEST 2 /* of these */
bool prof_calibrate_again(uint32_t which, uint32_t *calls, int64_t *cycles, uint64_t *body);

/* Measures what a caller with fenced probes takes longer because its callee, whose probes are off, has NOPs in their
 * place: *cycles of *calls. As prof_calibrate_again(). */
bool prof_calibrate_nops(uint32_t *calls, int64_t *cycles);

/* Takes a call of `n` that took `raw` cycles between its time stamps. By the fenced exit hook. */
void prof_turn_add(struct prof_node *n, uint64_t raw);

/* Hands out the rows that were not handed out yet. Thread context. */
void prof_turns_collect(const struct prof_sink *sink);

/* Takes note, after a crash, that `sent` rows have left and all others are to be handed out again. */
void prof_turns_abandon(uint64_t sent);

/* Returns how many rows were made, and how many of them found no room. */
struct prof_tally prof_turns_tally(void);

/* Returns how many turns were thrown away. */
uint64_t prof_turns_disturbed(void);
#else
static inline bool prof_bursts_planned(void) { return false; }
static inline bool prof_bursts_on(void) { return false; }
static inline void prof_bursts_start(void) { }
static inline void prof_bursts_stop(void) { }
static inline void prof_bursts_drop(void) { }
static inline bool prof_turn_counts(void) { return false; }
static inline void prof_turns_start(void) { }
static inline void prof_turns_stop(void) { }
static inline void prof_turns_drop(void) { }
static inline void prof_turns_collect(const struct prof_sink *sink) { (void)sink; }
static inline void prof_turns_abandon(uint64_t sent) { (void)sent; }
static inline struct prof_tally prof_turns_tally(void) { return (struct prof_tally){ 0 }; }
static inline uint64_t prof_turns_disturbed(void) { return 0; }
#endif

#endif
