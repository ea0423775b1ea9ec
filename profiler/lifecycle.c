/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lifecycle.c: memory, threads, start and stop.
 */
#include "state.h"

#include "handout/handout.h"
#include "probes/bursts.h"
#include "probes/sites.h"
#include "probes/timing.h"
#include "probes/turns.h"
#include "records/log.h"
#include "records/records.h"

struct prof_state prof_state;

/* The parts that need memory, in the order in which they get it. */
static const struct {
  size_t (*memory)(const struct prof_config *c);
  void (*init)(const struct prof_config *c, void *memory);
} parts[] = {
  { prof_timing_memory, prof_timing_init },
  { prof_logs_memory, prof_logs_init },
  { prof_event_memory, prof_event_init },
  { prof_lock_memory, prof_lock_init },
  { prof_moment_memory, prof_moment_init },
  { prof_snapshot_memory, prof_snapshot_init },
#ifdef PROF_PORT_PATCH
  { prof_sites_memory, prof_sites_init },
#endif
#ifdef PROF_TURNS
  { prof_turns_memory, prof_turns_init },
  { prof_bursts_memory, prof_bursts_init },
#endif
};
#define PARTS (sizeof(parts) / sizeof(parts[0]))

/* Rounds up to whole cache lines: each part begins on a line of its own. */
static size_t line_up(size_t bytes)
{
  return (bytes + 63) & ~(size_t)63;
}

static size_t table_bytes(const struct prof_config *c)
{
  return line_up(c->threads * sizeof(struct prof_entry));
}

size_t prof_memory(const struct prof_config *c)
{
  size_t sum = table_bytes(c);
  for (size_t i = 0; i < PARTS; i++)
    sum += line_up(parts[i].memory(c));
  return sum;
}

/* The compiler may make a call of the kernel's memset() of this, which may be written by the byte. */
static PROF_PLAIN_LOOPS void clear_words(uint64_t *word, size_t count)
{
  for (size_t i = 0; i < count; i++)
    word[i] = 0;
}

bool prof_init(const struct prof_config *c)
{
  const size_t bytes = prof_memory(c);
  uint8_t *p = prof_port_memory(bytes);
  if (!p) {
    prof_state.refused_bytes = bytes;
    return false;
  }
  clear_words((uint64_t *)(void *)p, bytes / sizeof(uint64_t));
  prof_state = (struct prof_state){ .config = *c, .ready = true, .threads = (struct prof_entry *)(void *)p };
  if (!c->processors)
    prof_state.config.processors = 1;
  if (c->processors > PROF_PORT_CPUS) {
    prof_state.config.processors = PROF_PORT_CPUS;
    prof_state.processors_beyond = c->processors - PROF_PORT_CPUS;
  }
  p += table_bytes(c);
  prof_collect_begin();
  prof_crash_begin();
  prof_object_begin();
  for (size_t i = 0; i < PARTS; i++) {
    parts[i].init(&prof_state.config, p);
    p += line_up(parts[i].memory(c));
  }
  return true;
}

void prof_name_copy(char out[PROF_NAME_BYTES], const char *name)
{
  size_t n = 0;
  while (name[n] && n < PROF_NAME_BYTES - 1)
    n++;
  while (n && name[n] && ((uint8_t)name[n] & 0xc0) == 0x80) /* not in the middle of a UTF-8 character */
    n--;
  for (size_t i = 0; i < n; i++)
    out[i] = name[i];
  out[n] = 0;
}

/* ---- several processors ---- */

#if PROF_PORT_CPUS > 1
struct lock_line { uint64_t by; } __attribute__((aligned(64))); /* all processors write it: a line of its own */
static struct lock_line locked;
static bool broken;   /* after a crash: who has the lock may never run again */

void prof_alone_break(void)
{
  broken = true;
}

unsigned long prof_alone_begin(void)
{
  const unsigned long irq = prof_port_irq_save();
  while (!broken && !prof_arch_swap_shared(&locked.by, 0, 1))
    prof_arch_relax();
  return irq;
}

void prof_alone_end(unsigned long irq)
{
  __atomic_store_n(&locked.by, 0, __ATOMIC_RELEASE);
  prof_port_irq_restore(irq);
}
#else
void prof_alone_break(void)
{
}

unsigned long prof_alone_begin(void)
{
  return prof_port_irq_save();
}

void prof_alone_end(unsigned long irq)
{
  prof_port_irq_restore(irq);
}
#endif

void prof_processor_clock(unsigned cpu, int64_t offset, uint64_t error)
{
  if (cpu >= PROF_PORT_CPUS)
    return;
  if (prof_state.running && cpu == prof_here())
    prof_port_add(&prof_port_thread()->suspended, prof_cpu_of(cpu)->offset - (uint64_t)offset);
  prof_cpu_of(cpu)->offset = (uint64_t)offset;
  prof_cpu_of(cpu)->error = error;
}

/* ---- threads ---- */

/* Returns the processor on which a thread runs; PROF_PORT_CPUS: it does not. */
static unsigned runs_on(const struct prof_thread *t)
{
#if PROF_PORT_CPUS > 1
  unsigned cpu = 0;
  while (cpu < PROF_PORT_CPUS && (cpu >= prof_processors() || prof_port_thread_of(cpu) != t))
    cpu++;
  return cpu;
#else
  return t == prof_port_thread() ? 0 : 1;
#endif
}

bool prof_runs_elsewhere(const struct prof_thread *t)
{
  const unsigned cpu = runs_on(t);
  return cpu < PROF_PORT_CPUS && cpu != prof_here();
}

uint64_t prof_clock_at(const struct prof_thread *t, uint64_t now)
{
  const unsigned cpu = runs_on(t);
  return (cpu < PROF_PORT_CPUS ? now - prof_cpu_of(cpu)->offset : PROF_READ(t->left_at)) - PROF_READ(t->suspended);
}

/* Lets the thread's figures count from `now` on. Interrupts off. */
static void entry_begin(struct prof_entry *e, uint64_t now)
{
  struct prof_thread *t = e->live;
  e->root = NULL;
  e->node = 0;
  e->unwound = e->stray = 0;
  PROF_WRITE(e->flags, e->flags & ~(uint32_t)WIRE_THREAD_SUMMED);
  if (!t)
    return; /* it has exited before: nothing of it is counted from now on */
  e->start = now;
  e->clock = prof_clock_at(t, now);
  if (prof_state.running && prof_state.config.modes & WIRE_MODE_TIMING && !(e->flags & WIRE_THREAD_PROFILER))
    prof_timing_begin(t, e->clock);
}

static void entry_end(struct prof_entry *e, uint64_t now)
{
  e->end = now;
  e->run = prof_clock_at(e->live, now) - e->clock;
}

/* Makes a thread known, by `self`, or counts it where the table is full. Interrupts off. */
static void add_thread(struct prof_thread *t, const struct prof_thread *self, const char *name, uint32_t flags)
{
  if (prof_state.thread_count == prof_state.config.threads) {
    PROF_WRITE(prof_state.threads_refused, prof_state.threads_refused + 1);
    PROF_WRITE(prof_state.threads_unnumbered, prof_state.threads_unnumbered + 1);
  } else {
    struct prof_entry *e = &prof_state.threads[prof_state.thread_count];
    uint64_t now = prof_port_tsc();
    *e = (struct prof_entry){ .live = t, .flags = flags };
    prof_name_copy(e->name, name);
    *t = (struct prof_thread){ .id = prof_state.thread_count + 1, .left_at = now };
    entry_begin(e, now + prof_cpu()->offset);
    const bool in_call = self != t && self->current && !(self->current->flags & WIRE_NODE_ROOT);
    e->by = self == t ? 0 : self->id;
    e->node = in_call ? prof_timing_number(self->current) : 0;
    __atomic_store_n(&prof_state.thread_count, t->id, __ATOMIC_RELEASE); /* who hands names out finds the whole entry */
  }
}

/* The time that this takes is drift of the call that creates the thread. */
void prof_thread_add(struct prof_thread *t, const char *name, uint32_t flags)
{
  if (!prof_state.ready)
    return;
  unsigned long irq = prof_alone_begin();
  struct prof_thread *self = prof_port_thread();
  uint64_t begun = prof_clock_begin(self);
  add_thread(t, self, name, flags);
  if (self->current && self != t)
    prof_node_drift(self->current, prof_costs.add + (int64_t)(prof_clock(self) - begun));
  prof_alone_end(irq);
}

/* Takes note that a thread has ended for which there was no room in the table. */
static void exit_unnumbered(void)
{
  const unsigned long irq = prof_alone_begin();
  if (prof_state.threads_unnumbered)
    PROF_WRITE(prof_state.threads_unnumbered, prof_state.threads_unnumbered - 1);
  prof_alone_end(irq);
}

void prof_thread_exit(struct prof_thread *t)
{
  if (!t->id)
    exit_unnumbered();
  if (!t->id || !prof_entry(t)->live)
    return;
  struct prof_entry *e = prof_entry(t);
  unsigned long irq = prof_alone_begin(); /* a snapshot, on another processor, may look at `t` */
  prof_timing_exit(t);
  if (!prof_state.stop_tsc)
    entry_end(e, prof_time());
  const uint32_t summed = prof_state.running && prof_timing_sum_exited(e) ? WIRE_THREAD_SUMMED : 0;
  e->live = NULL;
  PROF_WRITE(e->flags, e->flags | WIRE_THREAD_EXITED | summed);
  prof_alone_end(irq);
}

/* A reader may have the old name by now, or be given the name while it is written: it gets the name again. */
void prof_thread_rename(struct prof_thread *t, const char *name)
{
  if (!t->id)
    return;
  unsigned long irq = prof_alone_begin();
  struct prof_entry *e = prof_entry(t);
  prof_name_copy(e->name, name);
  PROF_WRITE(e->renamed, true);
  prof_alone_end(irq);
}

/* ---- start and stop ---- */

static void switch_logs(uint32_t modes)
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    __atomic_store_n(&prof_logs[i]->on, (wire_logs[i].mode & modes) != 0, __ATOMIC_RELEASE); /* for NMIs elsewhere */
}

uint32_t prof_selected(void)
{
  uint32_t modes = 0;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    modes |= PROF_READ(prof_logs[i]->on) ? wire_logs[i].mode : 0;
  return modes;
}

uint32_t prof_select(uint32_t modes)
{
  unsigned long irq = prof_alone_begin();
  const uint32_t before = prof_selected();
  if (prof_state.running)
    switch_logs(modes & prof_state.config.modes);
  if (prof_selected() != before) {
    prof_setting_note(prof_time());
    prof_timing_choose();
  }
  prof_alone_end(irq);
  return prof_selected();
}

void prof_sampling(enum wire_sampling how)
{
  prof_state.sampling = how;
}

bool prof_start(void)
{
  const uint32_t modes = prof_state.config.modes;
  unsigned long irq = prof_port_irq_save();
  if (!prof_state.ready || prof_state.running) {
    prof_port_irq_restore(irq);
    return false;
  }
  uint64_t now = prof_time();
  PROF_WRITE(prof_state.running, true);
  prof_state.start_tsc = now;
  prof_state.stop_tsc = 0;
  prof_timing_renew();
  prof_sites_start();
  prof_turns_start();
  for (uint32_t i = 0; i < prof_state.thread_count; i++)
    entry_begin(&prof_state.threads[i], now);
  prof_loss_begin(now);
  prof_moment_begin();
  switch_logs(modes);
  prof_timing_choose();
  prof_reading_take(prof_port_thread());
  prof_setting_begin();
  prof_port_irq_restore(irq);
  return true;
}

/* Returns whether the adopter's structure still is what it was: a fault that brings the system down may have written
 * over it. */
static bool is_intact(const struct prof_entry *e)
{
  return e->live->id == (uint32_t)(e - prof_state.threads) + 1 && prof_timing_has(e->live->current);
}

struct prof_thread *prof_thread_live(uint32_t number)
{
  if (number < 1 || number > prof_state.thread_count)
    return NULL;
  const struct prof_entry *e = &prof_state.threads[number - 1];
  return e->live && !(e->flags & WIRE_THREAD_IRQ) && is_intact(e) ? e->live : NULL;
}

/* Waits for the ends of the NMIs that have begun on other processors, which may stand still otherwise: no record is made
 * from then on. */
static void await_nmis(void)
{
#if PROF_PORT_CPUS > 1
  prof_arch_device_fence();
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    while (!broken && cpu != prof_here() && __atomic_load_n(&prof_cpu_of(cpu)->in_nmi, __ATOMIC_ACQUIRE))
      prof_arch_relax();
#endif
}

void prof_stop(void)
{
  unsigned long irq = prof_port_irq_save();
  prof_turns_stop();
  PROF_WRITE(prof_state.running, false); /* from here on NMIs leave the clocks alone */
  __asm__ volatile("" : : : "memory");
  prof_reading_take(prof_port_thread());
  uint64_t now = prof_time();
  switch_logs(0);
  await_nmis();
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    struct prof_entry *e = &prof_state.threads[i];
    if (!e->live || !is_intact(e))
      continue;
    entry_end(e, now);
    prof_timing_stop(e->live, prof_clock_at(e->live, now), now - prof_cpu()->offset);
  }
  prof_loss_close(now);
  prof_state.stop_tsc = now;
  prof_port_irq_restore(irq);
}
