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

/* Where FS points to, the thread or interrupt context that runs on the processor is kept here; never NULL, at first
 * that of the boot thread. (struct processor) */
#define PROF_PORT_CONTEXT 8

static inline uint64_t prof_port_tsc(void)
{
  return cpu_tsc();
}

/* Volatile: a compiler that kept the answer across a switch would be right for C and wrong here. */
static inline struct prof_thread *prof_port_thread(void)
{
  struct prof_thread *t;
  asm volatile("movq %%fs:%c1, %0" : "=r"(t) : "i"(PROF_PORT_CONTEXT));
  return t;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  asm volatile("movq %0, %%fs:%c1" : : "r"(t), "i"(PROF_PORT_CONTEXT) : "memory");
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
