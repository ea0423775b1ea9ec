/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h: the profiler's port to a kernel on riscv64, to begin with. Four functions are the kernel's: see the
 * end of this file.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

struct prof_thread;

/* prof_arch_time(), where threads pass from hart to hart. */
static inline uint64_t prof_port_tsc(void)
{
  return prof_arch_cycle();
}

static inline uint64_t prof_port_take(uint64_t *counter)
{
  return prof_arch_take(counter);
}

static inline void prof_port_add(uint64_t *to, uint64_t value)
{
  prof_arch_add(to, value);
}

static inline unsigned long prof_port_irq_save(void)
{
  return prof_arch_irq_save_machine();
}

static inline void prof_port_irq_restore(unsigned long state)
{
  prof_arch_irq_restore_machine(state);
}

/* Code can be written to. Where it cannot, delete the two: -finstrument-functions is the kind of probes then. */
#define PROF_PORT_PATCH
static inline void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes)
{
  prof_arch_patch(at, code, bytes);
}

/* The kernel says where its threads stand: prof_port_stands(). */
#define PROF_PORT_MOMENTS

/* ---- yours ---- */

/* The thread or context that runs, on each processor. At first it is a zeroed structure, never NULL: a processor sets it
 * before it calls a function that has probes. It is read by one instruction, for between two the thread may pass to
 * another processor. */
#if PROF_PORT_CPUS > 1
extern struct prof_thread *prof_current[PROF_PORT_CPUS];

/* Returns the number of this processor, from 0, below PROF_PORT_CPUS. */
static inline unsigned prof_port_cpu(void)
{
  return prof_arch_cpu_machine();
}

static inline struct prof_thread *prof_port_thread(void)
{
  return prof_arch_thread();
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  __atomic_store_n(&prof_current[prof_port_cpu()], t, __ATOMIC_RELAXED);
  prof_arch_set_thread(t);
}

/* Returns the thread or context that runs on processor `cpu`. */
static inline struct prof_thread *prof_port_thread_of(unsigned cpu)
{
  return __atomic_load_n(&prof_current[cpu], __ATOMIC_RELAXED);
}
#else
extern struct prof_thread *prof_current;

static inline struct prof_thread *prof_port_thread(void)
{
  return *(struct prof_thread *volatile *)&prof_current;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  *(struct prof_thread *volatile *)&prof_current = t;
}
#endif

/* Returns memory, 64-byte aligned, or NULL: prof_memory() bytes, and prof_dump_memory() for the dump. */
void *prof_port_memory(size_t bytes);

/* Says where the stack of a thread lies; both 0 where that is not known. The stack of an interrupt's context is that of
 * the thread that it interrupted. */
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);

#endif
