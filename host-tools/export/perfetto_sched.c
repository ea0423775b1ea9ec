/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto_sched.c: scheduling, for Perfetto: the states of threads, and who woke whom.
 *
 * States are those that the format has for kernels other than Linux: a stretch of `activity` is a RUNNING and the
 * state in which it ends. An interrupt handler is a thread, and the thread that it interrupts is runnable meanwhile.
 * Two RUNNINGs of one thread in a row are an error there, and so are two states at one time: what one number runs on
 * two processors at once (the unlisted threads do) gets further numbers with the same name, and stretches shorter than
 * a nanosecond are left out. Where records are missing threads are `stopped`, which no target of ours knows.
 */
#include "perfetto.h"

#include "base/mem.h"

/* Values of `state`: see perfetto.proto. */
enum { STATE_RUNNABLE = 2, STATE_RUNNING = 3, STATE_SLEEPING = 4, STATE_STOPPED = 6, STATE_DEAD = 7 };

static void put_state(struct perfetto *p, int64_t time, uint64_t tid, uint32_t cpu, int32_t state)
{
  Perfetto__TaskState task = PERFETTO__TASK_STATE__INIT;
  task.has_cpu = task.has_tid = task.has_state = true;
  task.cpu = (int32_t)cpu;
  task.tid = (int64_t)tid;
  task.state = state;
  perfetto_set_time(p, time);
  p->packet.generic_kernel_task_state_event = &task;
  perfetto_put_short(p);
}

/* The state in which a stretch ends. */
static int32_t state_behind(uint32_t why)
{
  switch (why) {
  case WIRE_WHY_PREEMPTED: case WIRE_WHY_YIELDED: case WIRE_WHY_INTERRUPT: return STATE_RUNNABLE;
  case WIRE_WHY_BLOCKED: case WIRE_WHY_RESUMED: return STATE_SLEEPING;
  case WIRE_WHY_EXITED: return STATE_DEAD;
  default: return STATE_STOPPED;
  }
}

static void put_thread(struct perfetto *p, uint64_t tid, uint32_t thread)
{
  const struct view_thread *t = &p->e->view->threads[thread];
  Perfetto__ProcessTree tree = PERFETTO__PROCESS_TREE__INIT;
  Perfetto__ProcessTree__Thread about = PERFETTO__PROCESS_TREE__THREAD__INIT, *list[] = { &about };
  about.has_tid = about.has_pid = about.has_is_idle = true;
  about.tid = (int64_t)tid;
  about.pid = READER_PROCESS;
  about.comm = t->name;
  about.is_idle = (t->flags & WIRE_THREAD_IDLE) != 0;
  tree.n_threads = 1;
  tree.threads = list;
  perfetto_set_time(p, 0);
  p->packet.generic_kernel_process_tree = &tree;
  perfetto_put(p);
}

/* The further numbers of a thread on a processor. */
static struct twin *twin_of(struct perfetto *p, const struct reader_stretch *s, uint64_t *tid)
{
  const uint64_t key = (uint64_t)s->thread << 32 | s->cpu, base = UINT64_C(1) << 32;
  uint32_t row = map_get(&p->doubles, key);
  if (row == MAP_NONE) {
    row = (uint32_t)p->twin_count;
    mem_grow(&p->twins, &p->twin_room, p->twin_count + 1, sizeof(*p->twins));
    p->twins[p->twin_count++] = (struct twin){ { NEVER, NEVER } };
    map_put(&p->doubles, key, row);
    for (unsigned i = 0; i < TWINS; i++)
      put_thread(p, base + (uint64_t)row * TWINS + i, s->thread);
  }
  *tid = base + (uint64_t)row * TWINS;
  return &p->twins[row];
}

/* The number of a thread for a stretch, and where the time of that number's last state is. */
static int64_t *number_for(struct perfetto *p, const struct reader_stretch *s, uint64_t *tid)
{
  struct teller *t = perfetto_thread(p, s->thread);
  *tid = reader_tid(p->e, s->thread);
  if (s->start > t->said)
    return &t->said;
  struct twin *twin = twin_of(p, s, tid);
  const unsigned i = s->start <= twin->said[0];
  *tid += i;
  return &twin->said[i];
}

/* Notes that a thread's state was said. */
static void note_state(struct perfetto *p, uint32_t thread)
{
  struct teller *t = perfetto_thread(p, thread);
  if (!t->listed)
    put_thread(p, reader_tid(p->e, thread), thread);
  t->listed = true;
  if (t->stated)
    return;
  t->stated = true;
  mem_grow(&p->stated, &p->stated_room, p->stated_count + 1, sizeof(*p->stated));
  p->stated[p->stated_count++] = thread;
}

void perfetto_take_stretch(void *ctx, const struct reader_stretch *s)
{
  struct perfetto *p = ctx;
  uint64_t tid;
  note_state(p, s->thread);
  if (s->start == s->end)
    return;
  *number_for(p, s, &tid) = s->end;
  perfetto_thread(p, s->thread)->dead = s->why == WIRE_WHY_EXITED;
  put_state(p, s->start, tid, s->cpu, STATE_RUNNING);
  put_state(p, s->end, tid, s->cpu, state_behind(s->why));
}

void perfetto_take_wake(void *ctx, const struct reader_wake *w)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  perfetto_argue_text(&a, ARG_BY, p->e->view->threads[w->by].name);
  if (p->several)
    perfetto_argue(&a, ARG_CPU, w->cpu);
  event.name = perfetto_text("woken");
  perfetto_event(p, &event, w->time, TYPE_MOMENT, perfetto_thread_track(p, w->woken), &a);
  if (w->runs || w->time <= perfetto_thread(p, w->woken)->said)
    return;
  note_state(p, w->woken);
  perfetto_thread(p, w->woken)->said = w->time;
  put_state(p, w->time, reader_tid(p->e, w->woken), w->cpu, STATE_RUNNABLE);
}

void perfetto_take_forgot(void *ctx, int64_t time)
{
  struct perfetto *p = ctx;
  for (size_t i = 0; i < p->stated_count; i++) {
    struct teller *t = perfetto_thread(p, p->stated[i]);
    t->stated = false;
    if (t->dead)
      continue;
    t->said = t->said < time ? time : t->said + 1;
    put_state(p, t->said, reader_tid(p->e, p->stated[i]), 0, STATE_STOPPED);
  }
  p->stated_count = 0;
}
