/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h: the profiler's port to this kernel; profiler/PORTING.md says what each function must do.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "pmu.h"
#include "core/processor.h"

struct prof_thread;

/* ---- several processors: what each has of its own lies where FS points to, so one instruction finds it and uses it,
 * wherever the thread that executes the instruction runs just then ---- */

#define PROF_PORT_CPUS PROCESSORS_MOST
#define PROF_PORT_CPU_RELATIVE

static inline unsigned prof_port_cpu(void)
{
  uint32_t number;
  asm volatile("movl %%fs:%c1, %0" : "=r"(number) : "i"(offsetof(struct processor, number)));
  return number;
}

static inline void *prof_port_cpu_of(unsigned cpu)
{
  return processors[cpu].prof;
}

static inline void *prof_port_cpu_self(void)
{
  uint8_t *p;
  asm volatile("movq %%fs:%c1, %0" : "=r"(p) : "i"(PROCESSOR_SELF));
  return p + offsetof(struct processor, prof);
}

#define PROF_PORT_WORD(place) ((volatile uint64_t __seg_fs *)(offsetof(struct processor, prof) + (place)))

static inline uint64_t prof_port_cpu_load(size_t place)
{
  return *PROF_PORT_WORD(place);
}

static inline bool prof_port_cpu_swap(size_t place, uint64_t *was, uint64_t value)
{
  bool same;
  asm volatile("cmpxchgq %3, %1" : "=@ccz"(same), "+m"(*PROF_PORT_WORD(place)), "+a"(*was) : "r"(value) : "memory");
  return same;
}

static inline void prof_port_cpu_add(size_t place, uint64_t value)
{
  asm volatile("addq %1, %0" : "+m"(*PROF_PORT_WORD(place)) : "er"(value) : "memory", "cc");
}

/* Returns the thread or context that runs on a processor. */
static inline struct prof_thread *prof_port_thread_of(unsigned cpu)
{
  return __atomic_load_n(&processors[cpu].context, __ATOMIC_RELAXED);
}

/* ---- */

static inline uint64_t prof_port_tsc(void)
{
  return cpu_tsc();
}

/* Volatile: a compiler that kept the answer across a switch would be right for C and wrong here. */
static inline struct prof_thread *prof_port_thread(void)
{
  struct prof_thread *t;
  asm volatile("movq %%fs:%c1, %0" : "=r"(t) : "i"(PROCESSOR_CONTEXT));
  return t;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  asm volatile("movq %0, %%fs:%c1" : : "r"(t), "i"(PROCESSOR_CONTEXT) : "memory");
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
  return pmu_read(prof_port_cpu(), value);
}

/* Probe sites are NOPs until they are patched. */
#define PROF_PORT_PATCH

/* Moments: this kernel knows where its threads stand: prof_port_stands() in stances.c. */
#define PROF_PORT_MOMENTS

/* In prof_port.c. */
void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes);
void *prof_port_memory(size_t bytes);
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);
uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp);

#endif
