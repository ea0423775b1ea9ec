/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h: the profiler's port to this kernel; profiler/PORTING.md says what each function must do. One CPU.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "pmu.h"

struct prof_thread;

/* The thread or interrupt context that runs; never NULL. At first that of the boot thread. [Q] */
extern struct prof_thread *prof_current;

static inline uint64_t prof_port_tsc(void)
{
  return cpu_tsc();
}

/* Read through a volatile pointer: a compiler that kept the answer across a switch would be right for C and wrong
 * here. */
static inline struct prof_thread *prof_port_thread(void)
{
  return *(struct prof_thread *volatile *)&prof_current;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  *(struct prof_thread *volatile *)&prof_current = t;
}

static inline uint64_t prof_port_take(uint64_t *counter)
{
  uint64_t value = 1;
  asm volatile("xaddq %0, %1" : "+r"(value), "+m"(*counter) : : "memory", "cc");
  return value;
}

static inline void prof_port_add(uint64_t *to, uint64_t value)
{
  asm volatile("addq %1, %0" : "+m"(*to) : "er"(value) : "memory", "cc");
}

static inline unsigned long prof_port_irq_save(void)
{
  return cpu_irq_save();
}

static inline void prof_port_irq_restore(unsigned long state)
{
  cpu_irq_restore(state);
}

/* In pmu.c. */
#define PROF_PORT_COUNTERS
static inline uint64_t prof_port_counters(uint64_t value[2])
{
  return pmu_read(value);
}

/* Probe sites are NOPs until they are patched. */
#define PROF_PORT_PATCH

/* In prof_port.c. */
void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes);
void *prof_port_memory(size_t bytes);
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);
uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp);

#endif
