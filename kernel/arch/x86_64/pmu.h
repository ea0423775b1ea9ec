/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pmu.h: two of the processor's performance counters, by the names of what they count.
 *
 * Intel's processors show theirs in CPUID leaf 0xA ("architectural performance monitoring", Intel SDM volume 3,
 * chapter 20), which all with 64-bit mode but the Pentium 4 have; AMD's since family 0Fh have four, by manual. Both
 * are counted in all modes, from when pmu_start() returns. In a virtual machine there may be none: QEMU's TCG has
 * none, KVM passes those of the host on (-cpu host,pmu=on) where that has some.
 *
 * Instead of the processor, an observer outside the machine may count, for instance a model of the caches in QEMU: then
 * a reading is a mark for the observer (WIRE_READING_MARK), and the values here are 0.
 */
#ifndef PMU_H
#define PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"

#define PMU_NAME_BYTES 16 /* longest name of an event, terminator included */

/* What the counters are reached by: the processor's own instructions, or in a test a fake. */
struct pmu_cpu {
  struct cpu_id (*id)(uint32_t leaf);
  uint64_t (*msr_read)(uint32_t msr);
  void (*msr_write)(uint32_t msr, uint64_t value);
  uint64_t (*counter_read)(uint32_t counter);
};
extern const struct pmu_cpu pmu_this_cpu;

/* Returns whether `name` is the name of an event, on any processor: one of pmu_names(), or rUUEE, an event code EE of
 * this processor's manual and its unit mask UU in hexadecimal, as `perf` has it. */
bool pmu_is_event(const char *name);

/* Writes the names of all events, separated by blanks, into `room` bytes; PMU_NAMES_BYTES are enough. Returns `to`. */
const char *pmu_names(char *to, size_t room);
#define PMU_NAMES_BYTES 160

/* Sets two counters to count the events `name`, and starts them. Returns NULL, or why that is not possible: then
 * nothing has changed, and the text stays until the next call. At boot. */
const char *pmu_start(const struct pmu_cpu *cpu, const char *const name[2]);

/* Sets the counters of another processor, the one that executes this, to what pmu_start() has set the first one's to;
 * does nothing where the counters are not the processor's. `processor` is its number. Returns NULL, or why that is not
 * possible: its readings would be wrong. Before its first reading. */
const char *pmu_join(uint32_t processor);

/* Makes readings marks for an observer outside, from now on. At boot. */
void pmu_mark(void);

/* Reads both counters of processor number `processor`, the one that executes this, and its TSC, as close together as is possible. Returns the TSC; `value` gets what the counters
 * have counted since they were started. One overflow of a counter between two readings is noticed, two are not (40 bits
 * of cycles are minutes). Interrupts off. */
uint64_t pmu_read(uint32_t processor, uint64_t value[2]);

#endif
