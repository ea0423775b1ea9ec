/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h of a Linux process with one thread: the real TSC, for benchmarks. See profiler/PORTING.md.
 *
 * The program's code is made writable when the first site is switched. Programs whose sites are calls have none.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prof_thread;

#define PROF_PORT_PATCH 1

/* The one thread; host_port.c. */
extern struct prof_thread *host_port_current;

static inline __attribute__((always_inline)) uint64_t prof_port_tsc(void)
{
  uint64_t low, high; /* the instruction clears their upper halves */
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return high << 32 | low;
}

static inline __attribute__((always_inline)) struct prof_thread *prof_port_thread(void)
{
  return host_port_current;
}

static inline __attribute__((always_inline)) void prof_port_set_thread(struct prof_thread *t)
{
  host_port_current = t;
}

/* One instruction, for the signals of tests/bench/peers/. */
static inline __attribute__((always_inline)) uint64_t prof_port_take(uint64_t *counter)
{
  uint64_t one = 1;
  __asm__ volatile("xaddq %0, %1" : "+r"(one), "+m"(*counter) : : "memory");
  return one;
}

static inline void prof_port_add(uint64_t *to, uint64_t value)
{
  *to += value;
}

static inline uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp)
{
  (void)ip, (void)sp;
  return 0;
}

static inline unsigned long prof_port_irq_save(void)
{
  return 0;
}

static inline void prof_port_irq_restore(unsigned long state)
{
  (void)state;
}

void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes);
void *prof_port_memory(size_t bytes);
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);

/* Finds out where the stack of the thread lies, for samples; before, none is walked. Where that cannot be, it stays
 * so. */
void host_port_stack(void);

#endif
