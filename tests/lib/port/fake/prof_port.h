/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.h with a scripted clock, for unit tests: time passes only where a test says so, and by a set amount at each
 * reading of the clock, which is the cost of a probe here. See profiler/PORTING.md.
 */
#ifndef PROF_PORT_H
#define PROF_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prof_thread;
struct prof_stance;

struct fake_port {
  uint64_t now;               /* what the next reading returns */
  uint64_t read_cost;         /* cycles that pass behind each reading */
  uint64_t reads;             /* readings so far */
  uint64_t strike_at;         /* number of the reading before which `strike` is called */
  void (*strike)(void);       /* does a switch or an interrupt at that very point */
  void (*meanwhile)(void);    /* is called once, before interrupts are switched off ... */
  uint64_t meanwhile_in;      /* ... after they were switched off so many times */
  int nmi;                    /* strikes come with interrupts off, too: behind readings, and at other functions of the
                               * port, which count as readings */
  struct prof_thread *current;
  uint8_t *stack_low, *stack_high;
  uintptr_t return_slot;      /* what prof_port_return_slot() answers */
  uint64_t counter[2];        /* what prof_port_counters() reads */
  uint64_t takes;             /* calls of prof_port_take() so far */
  bool (*stands)(const struct prof_thread *t, struct prof_stance *stance); /* what prof_port_stands() answers */
};
extern struct fake_port fake_port;

uint64_t prof_port_tsc(void);
void fake_port_irq_off(void);
void fake_port_point(void);  /* an instruction before which a strike may come */
void *prof_port_memory(size_t bytes);
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high);

/* test_moment.c has threads that stand somewhere. */
#define PROF_PORT_MOMENTS

/* Only test_timed.c has sites to be patched. */
#define PROF_PORT_PATCH
void prof_port_patch(uintptr_t at, const uint8_t *code, size_t bytes);

/* Gives back what prof_port_memory() gave, and makes the next prof_port_memory() fail when `full`. */
void fake_port_reset(int full);

static inline struct prof_thread *prof_port_thread(void)
{
  return fake_port.current;
}

static inline void prof_port_set_thread(struct prof_thread *t)
{
  if (fake_port.nmi)
    fake_port_point();
  fake_port.current = t;
  if (fake_port.nmi)
    fake_port_point();
}

static inline uint64_t prof_port_take(uint64_t *counter)
{
  __atomic_fetch_add(&fake_port.takes, 1, __ATOMIC_RELAXED);
  return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); /* signals come at any instruction: test_fentry_step.c */
}

#define PROF_PORT_COUNTERS
static inline uint64_t prof_port_counters(uint64_t value[2])
{
  value[0] = fake_port.counter[0];
  value[1] = fake_port.counter[1];
  return prof_port_tsc();
}

static inline void prof_port_add(uint64_t *to, uint64_t value)
{
  if (fake_port.nmi)
    fake_port_point();
  *to += value;
}

static inline uintptr_t prof_port_return_slot(uintptr_t ip, uintptr_t sp)
{
  (void)ip, (void)sp;
  return fake_port.return_slot;
}

static inline unsigned long prof_port_irq_save(void)
{
  if (fake_port.meanwhile)
    fake_port_irq_off();
  return 0;
}

static inline void prof_port_irq_restore(unsigned long state)
{
  (void)state;
}

#endif
