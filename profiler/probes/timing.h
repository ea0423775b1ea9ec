/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timing.h: the call trees (timing.c), for lifecycle.c, which starts and stops them, and for what is made of them.
 */
#ifndef PROF_TIMING_H
#define PROF_TIMING_H

#include "state.h"

/* A flag of a node besides the WIRE_NODE_... ones: sites.c waits for the end of the node's open call. The node's `slot`
 * is one less than the real one, which is even. */
#define PROF_NODE_DRAINS 0x80000000u

/* Another one: the node's open call was entered by the fenced hook, in the turn that goes on (turns.h). */
#define PROF_NODE_FENCED 0x40000000u

/* And a third one: calls of the node have been chosen to be recorded, now or earlier in the run. */
#define PROF_NODE_CHOSEN 0x20000000u

/* And a fourth one: the node was a thread's before the last start, and stays for a probe that may have it in its
 * hands. */
#define PROF_NODE_RETIRED 0x10000000u

/* The flags that are the profiler's own: NODE has none of them. */
#define PROF_NODE_OWN_FLAGS (PROF_NODE_DRAINS | PROF_NODE_FENCED | PROF_NODE_CHOSEN | PROF_NODE_RETIRED)

/* Returns the bytes that the nodes take. */
size_t prof_timing_memory(const struct prof_config *c);

/* Returns how many nodes the pool has at most. */
size_t prof_timing_most(const struct prof_config *c);

/* Puts the nodes into `memory`, which is prof_timing_memory() bytes of zeros. In prof_init(). */
void prof_timing_init(const struct prof_config *c, void *memory);

/* Gives a thread a call tree that begins at its thread clock `clock`. Interrupts off. */
void prof_timing_begin(struct prof_thread *t, uint64_t clock);

/* Closes the open calls of a thread that exits. Interrupts off. */
void prof_timing_exit(struct prof_thread *t);

/* Gives a node back, for calls that find no other. Nothing leads to it any more. Interrupts off. */
void prof_timing_give_back(struct prof_node *n);

/* Where prof_config's sum_exited holds: adds the call tree of a thread that exits to that of the first one of its name
 * that has exited, and gives its nodes back. Returns false where it stays: that first one is the thread itself, or it
 * has no tree. Inside prof_thread_exit(), alone. Cost: some hundred instructions a node. (exited.c) */
bool prof_timing_sum_exited(struct prof_entry *e);

/* Returns whether sum_exited holds in a configuration: with what else it has, a node may come to stand for another
 * path. (exited.c) */
bool prof_timing_sums_exited(const struct prof_config *c);

/* Stops the timing of a thread at its thread clock `clock`: its open calls are booked up to then and marked open, and,
 * where calls are recorded, recorded, with the TSC `tsc` of the own processor as their ends. Interrupts off. */
void prof_timing_stop(struct prof_thread *t, uint64_t clock, uint64_t tsc);

/* Returns which part of an open call's time so far is the profiler's, cycles. `callee` is that part of the open call
 * which `n` has made, and what that call has cost outside its time stamps; 0 where `n` is the innermost open call. */
int64_t prof_timing_open(const struct prof_node *n, int64_t callee);

/* Returns whether `n` is a node of the pool or NULL; so a pointer from memory that may be broken can be checked. */
bool prof_timing_has(const struct prof_node *n);

/* Forgets all nodes, so that the calibration's do not stand among the user's. No call may be open, and no thread inside
 * a probe. */
void prof_timing_reset(void);

/* Takes the nodes of the last run out of use, before all threads get new trees. Any thread but the running one may
 * stand inside a probe, here or on another processor: its nodes are retired, and free only when another start finds
 * that it has called functions since. In prof_start(); interrupts off. Cost: some tens of instructions for each thread
 * and node. */
void prof_timing_renew(void);

/* Returns whether a parent lies before its children in the pool. */
bool prof_timing_in_order(void);

/* Returns the innermost open call of a thread that does not run, its root where that call began before the last start;
 * NULL where it is not timed. */
struct prof_node *prof_timing_current(const struct prof_thread *t);

/* Forgets what calls of `n` took. (exited.c) */
void prof_timing_forget_sums(struct prof_node *n);

/* Returns the pool's first node, and in *count how many nodes are in use, from there on. */
struct prof_node *prof_timing_nodes(uint32_t *count);

/* Returns how many calls found no node and were counted in an `other`. */
uint64_t prof_timing_refused(void);

/* Has all nodes follow what is chosen now: from how many corrected cycles on their calls are recorded. No other
 * processor is inside a probe, or it may record by what was chosen before until its open calls have ended. Cost: some
 * tens of instructions a node. */
void prof_timing_choose(void);

/* Returns WIRE_NODE_QUIET where calls are recorded and those of `n` have not been at any time of the run; else 0. A
 * node whose calls are recorded no more is not quiet: its records are callers of other records. */
uint32_t prof_timing_quiet(const struct prof_node *n);

/* Returns the number of a node in the dump; 0 for NULL, and for one that was retired. */
uint32_t prof_timing_number(const struct prof_node *n);

/* Returns the completed calls of a node. */
static inline uint64_t prof_node_calls(const struct prof_node *n)
{
  return PROF_READ(n->calls) + prof_state.config.throttle;
}

#endif
