/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sample.c: where the interrupted thread was, and how it came there (walk.c).
 */
#include "records.h"

#include "log.h"
#include "probes/hook.h"
#include "state.h"

/* Walks a stack of an interrupted thread; why the walk stopped is added to *flags, WIRE_SAMPLE_... */
static uint16_t walk_whole(const struct prof_thread *t, const struct prof_place *p, struct wire_stack *out,
                           uint16_t *flags)
{
  const struct prof_walked w = prof_walk_place(t, p, out, PROF_STACK_DEPTH);
  *flags |= (w.cut ? WIRE_SAMPLE_CUT : 0) | (w.astray ? WIRE_SAMPLE_ASTRAY : 0);
  return w.depth;
}

/* Returns whether a thread is the profiler's own, of which no samples are taken. */
static bool is_of_profiler(const struct prof_thread *t)
{
  return t->id && prof_entry(t)->flags & WIRE_THREAD_PROFILER;
}

/* Drops a sample because its stack has no room: every sample that is kept has its stack. A buffer that keeps its oldest
 * samples is full, too, from then on. */
static void drop_for_stack(struct prof_part *samples)
{
  prof_part_drop(samples);
  if (!prof_samples.stream)
    PROF_WRITE(samples->last, samples->next - 1);
}

/* A sample exists when `next` counts it: a thread that reads samples while they are taken sees whole ones only. */
static void record_sample(struct prof_part *samples, struct prof_part *stacks, const struct wire_logged_sample *s,
                          const struct wire_stack *found)
{
  for (uint16_t k = 0; k < s->depth; k++)
    *PROF_RECORD(stack, addresses, stacks->next + k) = found[k];
  *PROF_RECORD(sample, samples, samples->next) = *s;
  __atomic_store_n(&stacks->next, stacks->next + s->depth, __ATOMIC_RELEASE);
  prof_part_made(samples);
}

void prof_sample_take(const struct prof_thread *t, uint64_t tsc, const struct prof_place *p, uint16_t flags)
{
  struct wire_stack found[PROF_STACK_DEPTH];
  struct wire_logged_sample s = { .tsc = tsc, .thread = t->id, .flags = flags };
  if (!__atomic_load_n(&prof_samples.on, __ATOMIC_ACQUIRE) || is_of_profiler(t))
    return;
  struct prof_part *samples = prof_log_own(&prof_samples), *stacks = prof_log_own(&prof_addresses);
  if (!prof_part_room(samples)) {
    prof_part_drop(samples);
    return;
  }
  s.flags |= !p->user && prof_hook_called_at(p->ip) ? WIRE_SAMPLE_PROBE : 0;
  s.depth = walk_whole(t, p, found, &s.flags);
  if ((int64_t)(__atomic_load_n(&stacks->last, __ATOMIC_ACQUIRE) + 1 - stacks->next) < s.depth)
    drop_for_stack(samples);
  else
    record_sample(samples, stacks, &s, found);
}

void prof_sample_at(struct prof_thread *t, const struct prof_place *p)
{
  const struct prof_thread *self = prof_port_thread();
  uint64_t begun = prof_clock(self);
  prof_sample_take(t, t->left_at, p, 0);
  if (PROF_READ(prof_samples.on))
    prof_arch_grow(&prof_cpu()->sample_cycles, prof_clock(self) - begun);
}

void prof_samples_missed(uint64_t count)
{
  if (prof_samples.on)
    prof_cpu()->samples_missed += count;
}

struct prof_whole_samples prof_whole_samples(unsigned cpu)
{
  uint64_t first = prof_log_first(&prof_samples, cpu), end = first + prof_log_kept(&prof_samples, cpu);
  uint64_t addresses = prof_log_kept(&prof_addresses, cpu);
  struct prof_whole_samples whole = { .first = end, .end = end, .stack = prof_log_end(&prof_addresses, cpu) };
  while (whole.first > first) {
    uint16_t depth = PROF_RECORD(sample, samples, whole.first - 1)->depth;
    if (depth > addresses)
      break;
    addresses -= depth;
    whole.stack -= depth;
    whole.first--;
  }
  return whole;
}
