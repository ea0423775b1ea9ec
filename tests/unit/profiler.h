/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * profiler.h: the profiler on the fake port, as its unit tests have it: booted as a kernel does it, and asked for what
 * its call trees hold. None of these functions is timed, whatever the test is compiled with.
 */
#ifndef PROFILER_H
#define PROFILER_H

#include "handout/handout.h"
#include "probes/hook.h"
#include "probes/sites.h"
#include "probes/timing.h"
#include "records/log.h"
#include "records/records.h"
#include "state.h"

struct boot_thread {
  struct prof_thread *thread;
  const char *name;
  uint32_t flags;              /* WIRE_THREAD_* */
};

/* Gives the profiler its memory and tells it of `threads`: the first is running; one without an address ends the list.
 * The clock then stands at 1000, or later where the profiler has read it, at `read_cost` cycles a reading. Fails the
 * test when prof_init() fails. A test calls prof_calibrate() and prof_start() itself. */
void boot_profiler(const struct prof_config *config, uint64_t read_cost, const struct boot_thread *threads);

/* The threads { &thread, name, flags } themselves as the last arguments. */
#define BOOT_PROFILER(config, read_cost, ...)                                                                          \
  boot_profiler((config), (read_cost), (const struct boot_thread[]){ __VA_ARGS__, { 0 } })

/* Room for call trees of `nodes`, and for little else. */
struct prof_config boot_config(uint32_t nodes);

/* Returns the child of `parent` for a function, or NULL. */
struct prof_node *child_or_null(const struct prof_node *parent, const void *function);

/* Returns the child of `parent` for a function; fails the test when there is none. */
struct prof_node *child(const struct prof_node *parent, const void *function);

/* Returns the inclusive time of all calls, without the cost of the probes. */
int64_t corrected(const struct prof_node *n);

#endif
