/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h of a Linux process whose threads are processors. What runs on a processor is a `struct prof_thread` of the
 * test's, which may go on on another one. Interrupts are the test's signals. See profiler/PORTING.md.
 *
 * With SEVERAL_RELATIVE each processor's words are found and changed by one instruction relative to FS, as in our kernel,
 * and the clock is the TSC: for benchmarks. Else they are found by the processor's number and changed by atomics that
 * ThreadSanitizer knows, and the clock is a counter that all processors share, so that times are never equal.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prof_thread;

#define PROF_PORT_CPUS 8

struct several_cpu {
  struct prof_thread *current;
  uint64_t counted[2];          /* what the counters of performance have come to */
  unsigned number;
  volatile bool masked;         /* interrupts are off */
  volatile bool pending;        /* one came meanwhile */
} __attribute__((aligned(64)));

extern struct several_cpu several_cpus[PROF_PORT_CPUS];
extern __thread struct several_cpu *several_self; /* of this processor */

/* Takes an interrupt of this processor, with `masked` set: the test's. */
void several_interrupt(void);

/* Makes the calling thread processor `number`, with `idle` as what it runs. */
void several_begin(unsigned number, struct prof_thread *idle);

static inline unsigned prof_port_cpu(void)
{
  return several_self->number;
}

static inline struct prof_thread *prof_port_thread_of(unsigned cpu)
{
  return __atomic_load_n(&several_cpus[cpu].current, __ATOMIC_ACQUIRE);
}

#ifdef SEVERAL_RELATIVE
#define SEVERAL_PROF_BYTES 1024
#define PROF_PORT_CPU_RELATIVE
struct several_own {
  struct prof_thread *current;
  uint8_t prof[SEVERAL_PROF_BYTES] __attribute__((aligned(64))); /* struct prof_cpu */
};
extern __thread struct several_own several_own;
extern struct several_own *several_owns[PROF_PORT_CPUS];
extern uint8_t several_unused[PROF_PORT_CPUS][SEVERAL_PROF_BYTES]; /* of processors that have not begun */

static inline struct prof_thread *prof_port_thread(void)
{
  struct prof_thread *t;
  __asm__ volatile("movq %1, %0" : "=r"(t) : "m"(several_own.current));
  return t;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  several_own.current = t;
  __atomic_store_n(&several_self->current, t, __ATOMIC_RELEASE);
}

static inline void *prof_port_cpu_of(unsigned cpu)
{
  return several_owns[cpu] ? several_owns[cpu]->prof : several_unused[cpu];
}

static inline void *prof_port_cpu_self(void)
{
  return several_own.prof;
}

static inline uint64_t *several_word(size_t place)
{
  return (uint64_t *)(void *)(several_own.prof + place);
}

static inline uint64_t prof_port_cpu_load(size_t place)
{
  return *(volatile uint64_t *)several_word(place);
}

static inline bool prof_port_cpu_swap(size_t place, uint64_t *was, uint64_t value)
{
  bool same;
  __asm__ volatile("cmpxchgq %3, %1"
                   : "=@ccz"(same), "+m"(*several_word(place)), "+a"(*was) : "r"(value) : "memory");
  return same;
}

static inline void prof_port_cpu_add(size_t place, uint64_t value)
{
  __asm__ volatile("addq %1, %0" : "+m"(*several_word(place)) : "er"(value) : "memory", "cc");
}

static inline uint64_t prof_port_tsc(void)
{
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
  return (uint64_t)high << 32 | low;
}
#else
extern uint64_t several_clock;

static inline struct prof_thread *prof_port_thread(void)
{
  return __atomic_load_n(&several_self->current, __ATOMIC_RELAXED);
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  __atomic_store_n(&several_self->current, t, __ATOMIC_RELEASE);
}

static inline uint64_t prof_port_tsc(void)
{
  return __atomic_add_fetch(&several_clock, 1, __ATOMIC_RELAXED);
}
#endif

static inline uint64_t prof_port_take(uint64_t *counter)
{
  return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

static inline void prof_port_add(uint64_t *to, uint64_t value)
{
  __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

static inline unsigned long prof_port_irq_save(void)
{
  const bool masked = several_self->masked;
  several_self->masked = true;
  __asm__ volatile("" : : : "memory");
  return masked;
}

static inline void prof_port_irq_restore(unsigned long masked)
{
  __asm__ volatile("" : : : "memory");
  while (!masked && several_self->pending) {
    several_self->pending = false;
    several_interrupt();
  }
  several_self->masked = masked;
}

static inline uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp)
{
  (void)ip, (void)sp;
  return 0;
}

#define PROF_PORT_COUNTERS
static inline uint64_t prof_port_counters(uint64_t value[2])
{
  value[0] = ++several_self->counted[0];
  value[1] = several_self->counted[1] += 2;
  return prof_port_tsc();
}

void *prof_port_memory(size_t bytes);
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);

#endif
