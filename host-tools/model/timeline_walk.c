/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline_walk.c: follows the SCHED records of all processors through time; timeline.h is the manual, timeline_figures.c
 * makes figures of what is told here.
 *
 * Records come by time, and each processor's are a chain of their own. Who ran on a processor before its first record
 * is the thread that this record leaves, so the walk looks ahead for it; where the end of the run is not in the dump,
 * it looks ahead for each processor's last record, too, behind which nothing is known.
 */
#include "timeline_marks.h"

#include "base/mem.h"
#include "dump/cursor.h"
#include "dump/gaps.h"
#include "processors.h"

#include <string.h>

static void meet_threads(struct walk *w, uint32_t last)
{
  mem_grow(&w->threads, &w->thread_room, (size_t)last + 1, sizeof(*w->threads));
  for (; w->thread_count <= last; w->thread_count++)
    w->threads[w->thread_count] = (struct walk_thread){ STATE_BLOCKED, .on = TIMELINE_NONE, .last = TIMELINE_NONE };
}

/* Makes a thread known to the walk that a record mentions. */
static inline uint32_t meet_thread(struct walk *w, uint32_t id)
{
  const uint32_t thread = view_thread(w->view, id);
  if (thread >= w->thread_count)
    meet_threads(w, thread);
  return thread;
}

static void meet_lanes(struct walk *w, uint32_t last)
{
  mem_grow(&w->lanes, &w->lane_room, (size_t)last + 1, sizeof(*w->lanes));
  for (; w->lane_count <= last; w->lane_count++)
    w->lanes[w->lane_count] = (struct lane){ .thread = TIMELINE_NONE, .displaced = TIMELINE_NONE };
}

/* The lane of a processor below TIMELINE_PROCESSORS. */
static inline struct lane *meet_lane(struct walk *w, uint32_t cpu)
{
  if (cpu >= w->lane_count)
    meet_lanes(w, cpu);
  return &w->lanes[cpu];
}

static uint32_t cpu_of(const struct walk *w, const struct lane *l)
{
  return (uint32_t)(l - w->lanes);
}

static bool is_own(const struct walk *w, uint32_t thread)
{
  return w->view->threads[thread].flags & WIRE_THREAD_PROFILER;
}

/* Whether a thread is one, of which a record says what another one has begun. All those share number 0 for which the
 * target's table had no room: they run at once, and it is not known which of them was woken or where it ran before. */
static bool is_one(const struct walk *w, uint32_t thread)
{
  return w->view->threads[thread].id != 0;
}

/* ---- who runs on a lane ---- */

static void tell_stretch(const struct walk *w, struct lane *l, uint64_t end, uint32_t why)
{
  const struct timeline_stretch s = { l->since, end, l->thread, why, cpu_of(w, l), l->goes_on };
  if (w->ops->stretch)
    w->ops->stretch(w->ctx, &s);
}

/* Takes the time in which threads of the profiler kept others from running from what those have waited for. */
static void forgive_waits(struct walk *w, uint64_t from, uint64_t to)
{
  for (size_t i = 0; i < w->thread_count; i++)
    if (w->threads[i].state == STATE_RUNNABLE && to > from && w->threads[i].since < to)
      w->threads[i].since += to - (w->threads[i].since > from ? w->threads[i].since : from);
}

/* Whether a thread of the profiler keeps others from running. */
static bool is_in_the_way(const struct walk *w)
{
  return w->own && !w->idle;
}

/* Makes `thread` the one that runs on a lane from `tsc` on; TIMELINE_NONE: it is not known who does. */
static void set_occupant(struct walk *w, struct lane *l, uint64_t tsc, uint32_t thread)
{
  const bool was_in_the_way = is_in_the_way(w);
  if (l->thread != TIMELINE_NONE) {
    w->idle -= timeline_doing(w->view, l->thread) == TIMELINE_IDLE;
    w->own -= is_own(w, l->thread);
  }
  if (thread != TIMELINE_NONE) {
    w->idle += timeline_doing(w->view, thread) == TIMELINE_IDLE;
    w->own += is_own(w, thread);
  }
  if (was_in_the_way && !is_in_the_way(w))
    forgive_waits(w, w->in_the_way, tsc);
  else if (!was_in_the_way)
    w->in_the_way = tsc;
  l->thread = thread;
  l->since = l->begun = tsc;
  w->sharings -= l->shared;
  l->goes_on = l->shared = false;
  if (w->ops->change)
    w->ops->change(w->ctx, tsc, cpu_of(w, l), thread);
}

/* ---- contradictions ---- */

static void note_conflict(struct walk *w, enum timeline_conflict what, uint64_t tsc, uint32_t cpu, uint32_t thread,
                          uint32_t other)
{
  if (w->conflicts && !w->conflicts[what].count++)
    w->conflicts[what] = (struct timeline_place){ 1, tsc, cpu, thread, other };
}

/* Returns by how much one of two clocks would have to be wrong for a thread to have run on a lane, up to `tsc`, all
 * behind the other one or all before it. */
static uint64_t least_error(const struct lane *l, uint64_t tsc)
{
  const uint64_t until = l->shared_until ? l->shared_until : tsc;
  const uint64_t behind = tsc > l->shared_since ? tsc - l->shared_since : 0;
  const uint64_t before = until > l->begun ? until - l->begun : 0;
  return behind < before ? behind : before;
}

/* Returns by how much the clocks of two processors may be wrong, one to the other. */
static uint64_t errors_of(const struct walk *w, uint32_t one, uint32_t other)
{
  const uint64_t a = processors_error(w->view->processors, one), b = processors_error(w->view->processors, other);
  return a + b < a ? UINT64_MAX : a + b;
}

/* A lane's thread stops there at `tsc`, or is forgotten: whether it ran on two processors at once whatever the clocks
 * say. */
static void look_at_sharing(struct walk *w, const struct lane *l, uint64_t tsc)
{
  for (size_t i = 0; w->sharings && i < w->lane_count; i++)
    if (w->lanes[i].shared && w->lanes[i].other == cpu_of(w, l) && w->lanes[i].thread == l->thread &&
        !w->lanes[i].shared_until)
      w->lanes[i].shared_until = tsc;
  if (l->shared && least_error(l, tsc) > errors_of(w, cpu_of(w, l), l->other))
    note_conflict(w, TIMELINE_TWICE, l->shared_since, cpu_of(w, l), l->thread, l->other);
}

/* look_at_sharing() where any thread is on two processors: no call for each record of the others. */
static inline void end_sharing(struct walk *w, const struct lane *l, uint64_t tsc)
{
  if (w->sharings)
    look_at_sharing(w, l, tsc);
}

/* ---- the profiler's own threads: to the others they are like an interrupt, which is not theirs ---- */

static bool is_in_window(const struct walk *w, uint64_t tsc)
{
  return view_in_window(w->view, tsc);
}

static void tell_stop(const struct walk *w, uint64_t tsc, uint32_t thread, uint32_t why)
{
  if (w->ops->stopped && is_in_window(w, tsc) && why <= WIRE_WHY_UNBLOCK)
    w->ops->stopped(w->ctx, thread, why);
}

static void tell_pause(const struct walk *w, uint64_t tsc, uint32_t thread, enum timeline_rest rest, uint32_t why,
                       uint32_t by)
{
  if (w->ops->pause && is_one(w, thread))
    w->ops->pause(w->ctx, &(struct timeline_pause){ tsc, thread, rest, why, by });
}

/* They are done, and `to` runs: returns whether that is who ran before; otherwise that one was preempted after
 * all. */
static bool end_displacement(struct walk *w, struct lane *l, uint64_t tsc, uint32_t to)
{
  const uint32_t before = l->displaced;
  l->displaced = TIMELINE_NONE;
  if (before == TIMELINE_NONE || before == to)
    return before == to;
  tell_stop(w, tsc, before, WIRE_WHY_PREEMPTED);
  w->threads[before].state = STATE_RUNNABLE;
  w->threads[before].since = tsc;
  w->threads[before].from = w->threads[before].on;
  w->threads[before].on = TIMELINE_NONE;
  tell_pause(w, tsc, before, TIMELINE_READY, WIRE_WHY_PREEMPTED, TIMELINE_NONE);
  return false;
}

/* A thread that one of the profiler's has displaced is switched in on another processor: it was preempted. */
static void leave_displaced(struct walk *w, uint64_t tsc, uint32_t thread, const struct lane *here)
{
  const uint32_t on = w->threads[thread].on;
  if (is_one(w, thread) && on != TIMELINE_NONE && &w->lanes[on] != here && w->lanes[on].displaced == thread)
    end_displacement(w, &w->lanes[on], tsc, TIMELINE_NONE);
}

/* ---- switches ---- */

/* `aside`: it only makes room for one of the profiler's threads. */
static void stop_running(struct walk *w, struct lane *l, const struct wire_sched *rec, uint32_t from, bool aside)
{
  struct walk_thread *t = &w->threads[from];
  const uint32_t why = rec->why;
  const bool shared = l->thread == from && l->shared;
  if (l->thread == from) {
    tell_stretch(w, l, rec->tsc, why);
    end_sharing(w, l, rec->tsc);
  } else if (l->thread != TIMELINE_NONE) {
    note_conflict(w, TIMELINE_ELSEWHERE, rec->tsc, cpu_of(w, l), from, l->thread);
  }
  if (!aside)
    tell_stop(w, rec->tsc, from, why);
  if (shared) /* it runs on, elsewhere */
    return;
  const bool waits = why == WIRE_WHY_PREEMPTED || why == WIRE_WHY_YIELDED;
  const bool on = aside || why == WIRE_WHY_INTERRUPT;
  t->state = on ? STATE_ON : waits ? STATE_RUNNABLE : STATE_BLOCKED;
  t->since = t->left = rec->tsc;
  t->last = t->from = cpu_of(w, l);
  t->on = on ? cpu_of(w, l) : TIMELINE_NONE;
  t->woken = !on && !waits;
  tell_pause(w, rec->tsc, from, on ? TIMELINE_INTERRUPTED : waits ? TIMELINE_READY :
             why == WIRE_WHY_EXITED ? TIMELINE_GONE : TIMELINE_BLOCKED, why, TIMELINE_NONE);
}

/* How long a thread has waited that can run; of that, what threads of the profiler are in the way is not counted. */
static uint64_t wait_of(const struct walk *w, const struct walk_thread *t, uint64_t tsc)
{
  const uint64_t to = is_in_the_way(w) && w->in_the_way < tsc ? w->in_the_way : tsc;
  return to > t->since ? to - t->since : 0;
}

/* Tells how long a thread has waited that is switched in, and where it has come from. */
static void tell_arrival(struct walk *w, uint64_t tsc, uint32_t cpu, uint32_t to)
{
  const struct walk_thread *t = &w->threads[to];
  const enum timeline_doing doing = timeline_doing(w->view, to);
  if (!is_in_window(w, tsc) || doing == TIMELINE_INTERRUPT || !is_one(w, to))
    return;
  if (w->ops->moved && t->last != TIMELINE_NONE && t->last != cpu)
    w->ops->moved(w->ctx, &(struct timeline_move){ to, t->last, cpu, t->left, tsc, t->woken });
  if (w->ops->waited && t->state == STATE_RUNNABLE && doing != TIMELINE_IDLE)
    w->ops->waited(w->ctx, &(struct timeline_wait){ to, cpu, t->from, t->woken, wait_of(w, t, tsc) });
}

static void start_running(struct walk *w, struct lane *l, uint64_t tsc, uint32_t to, uint32_t why)
{
  struct walk_thread *t = &w->threads[to];
  const uint32_t cpu = cpu_of(w, l);
  struct lane *before = t->on != TIMELINE_NONE && t->on != cpu && is_one(w, to) ? &w->lanes[t->on] : NULL;
  if (w->ops->started && is_in_window(w, tsc) && why != WIRE_WHY_RESUMED)
    w->ops->started(w->ctx, to, cpu);
  set_occupant(w, l, tsc, to);
  tell_arrival(w, tsc, cpu, to);
  if (before && before->thread == to && !before->shared) {
    before->shared = true;
    before->shared_since = tsc;
    before->shared_until = 0;
    w->sharings++;
    before->other = cpu;
  }
  t->state = STATE_ON;
  t->on = t->last = cpu;
  t->left = tsc;
  t->woken = false;
}

static void take_unblock(struct walk *w, const struct wire_sched *rec, uint32_t by, uint32_t woken)
{
  struct walk_thread *t = &w->threads[woken];
  if (w->ops->wake && is_in_window(w, rec->tsc))
    w->ops->wake(w->ctx, &(struct timeline_wake){ rec->tsc, by, woken, rec->cpu });
  if (t->state != STATE_BLOCKED)
    return;
  t->state = STATE_RUNNABLE;
  t->since = rec->tsc;
  t->from = rec->cpu;
  t->woken = true;
  tell_pause(w, rec->tsc, woken, TIMELINE_READY, WIRE_WHY_UNBLOCK, by);
}

static void take_switch(struct walk *w, struct lane *l, const struct wire_sched *rec, uint32_t from, uint32_t to)
{
  const bool aside = rec->why == WIRE_WHY_PREEMPTED && is_own(w, to) && !is_own(w, from);
  const bool over = rec->why != WIRE_WHY_INTERRUPT && is_own(w, from) && !is_own(w, to);
  stop_running(w, l, rec, from, aside);
  if (aside)
    l->displaced = from;
  leave_displaced(w, rec->tsc, to, l);
  start_running(w, l, rec->tsc, to,
                over && end_displacement(w, l, rec->tsc, to) ? (uint32_t)WIRE_WHY_RESUMED : rec->why);
}

/* Tells of the threads and the processor of a record where one of them was not told of before. */
static void tell_met(struct walk *w, uint32_t from, uint32_t to, uint32_t cpu)
{
  struct lane *lane = cpu < w->lane_count ? &w->lanes[cpu] : NULL;
  if (w->threads[from].met && w->threads[to].met && (cpu == TIMELINE_NONE || (lane && lane->met)))
    return;
  w->threads[from].met = w->threads[to].met = true;
  if (lane)
    lane->met = true;
  if (w->marks)
    timeline_marks_meet(w->marks, from, to, cpu);
  if (w->ops->met)
    w->ops->met(w->ctx, from, to, cpu);
}

static void take_record(struct walk *w, const struct wire_sched *rec)
{
  const uint32_t from = meet_thread(w, rec->from), to = meet_thread(w, rec->to);
  tell_met(w, from, to, rec->why == WIRE_WHY_UNBLOCK ? TIMELINE_NONE : rec->cpu);
  if (rec->cpu >= view_processors(w->view))
    note_conflict(w, TIMELINE_NOWHERE, rec->tsc, rec->cpu, from, TIMELINE_NONE);
  if (rec->why == WIRE_WHY_UNBLOCK) {
    take_unblock(w, rec, from, to);
    return;
  }
  if (rec->cpu >= TIMELINE_PROCESSORS)
    return;
  struct lane *l = meet_lane(w, rec->cpu);
  take_switch(w, l, rec, from, to);
  if (w->counted && --l->left == 0)
    set_occupant(w, l, rec->tsc, TIMELINE_NONE);
}

/* Records are missing behind `tsc`: who runs now, and who waits for what, is not known. */
static void forget_threads(struct walk *w, uint64_t tsc)
{
  for (struct lane *l = w->lanes; l < w->lanes + w->lane_count; l++) {
    end_sharing(w, l, tsc);
    set_occupant(w, l, tsc, TIMELINE_NONE);
    l->displaced = TIMELINE_NONE;
  }
  for (size_t i = 0; i < w->thread_count; i++) {
    w->threads[i].state = STATE_BLOCKED;
    w->threads[i].on = w->threads[i].last = TIMELINE_NONE;
  }
  if (w->ops->forgot)
    w->ops->forgot(w->ctx, tsc);
}

/* ---- looking ahead ---- */

/* Whether a ring has overwritten its first records. */
static bool oldest_gone(const struct dump *d)
{
  return dump_is_ring(d, WIRE_MODE_SCHED) && dump_tally(d, WIRE_SCHED)->dropped;
}

/* Whether the records begin with the run, so that the thread which a first switch leaves has run from its start. */
static bool from_the_start(const struct view *v, uint64_t first)
{
  struct gaps_walk lost = { 0 };
  return !dump_lost_unknown(v->dump) && !oldest_gone(v->dump) && first >= v->start &&
         !gaps_between(v->dump, WIRE_SCHED, &lost, v->start, first);
}

/* Returns since when the thread ran that a processor's first switch leaves. A processor that was started later than the
 * profiler has run nothing before its idle thread was there. */
static uint64_t ran_since(const struct view *v, uint32_t id)
{
  uint64_t start = v->start;
  for (size_t i = 0; view_processors(v) > 1 && i < dump_count(v->dump, WIRE_THREAD); i++)
    if (dump_thread_rows(v->dump)[i].id == id && dump_thread_rows(v->dump)[i].start > start)
      start = dump_thread_rows(v->dump)[i].start;
  return start;
}

/* Finds who ran on each processor when profiling was started: the thread that its first switch leaves, if no record is
 * missing before that. */
static void find_first(struct walk *w)
{
  const struct view *v = w->view;
  struct cursor c = cursor_begin(v->dump, WIRE_SCHED);
  uint64_t last = 0;
  struct gaps_walk lost = { 0 };
  uint32_t found = 0;
  for (const struct wire_sched *rec; found < view_processors(v) && (rec = cursor_next(&c)); last = rec->tsc) {
    if (last ? gaps_between(v->dump, WIRE_SCHED, &lost, last, rec->tsc) : !from_the_start(v, rec->tsc))
      break;
    if (rec->why == WIRE_WHY_UNBLOCK || rec->cpu >= TIMELINE_PROCESSORS)
      continue;
    struct lane *l = meet_lane(w, rec->cpu);
    if (l->thread != TIMELINE_NONE)
      continue;
    const uint32_t thread = meet_thread(w, rec->from);
    found++;
    set_occupant(w, l, ran_since(v, rec->from), thread);
    w->threads[thread].on = w->threads[thread].last = rec->cpu;
  }
  cursor_end(&c);
}

/* Counts the records of each processor: behind its last one it is not known who ran there. */
static void count_records(struct walk *w)
{
  struct cursor c = cursor_begin(w->view->dump, WIRE_SCHED);
  for (const struct wire_sched *rec; (rec = cursor_next(&c));)
    if (rec->why != WIRE_WHY_UNBLOCK && rec->cpu < TIMELINE_PROCESSORS)
      meet_lane(w, rec->cpu)->left++;
  cursor_end(&c);
}

/* Whether the last record is really the last that was made, so that who ran then ran to the end. */
static bool to_the_end(const struct dump *d)
{
  const bool none_behind = dump_tally(d, WIRE_SCHED)->dropped == 0 || oldest_gone(d) || dump_is_stream(d, WIRE_MODE_SCHED);
  return none_behind && dump_has_all(d, WIRE_SCHED);
}

/* ---- the walk ---- */

/* Cuts all stretches at each cut up to `tsc`: cut_stretches() where there is one. */
static void cut_all(struct walk *w, uint64_t tsc)
{
  while (w->next_cut <= tsc && w->next_cut != UINT64_MAX) {
    for (struct lane *l = w->lanes; l < w->lanes + w->lane_count; l++)
      if (l->thread != TIMELINE_NONE && l->since < w->next_cut) {
        tell_stretch(w, l, w->next_cut, 0);
        l->since = w->next_cut;
        l->goes_on = true;
      }
    w->next_cut = w->ops->cut(w->ctx, w->next_cut);
  }
}

static inline void cut_stretches(struct walk *w, uint64_t tsc)
{
  if (w->next_cut <= tsc)
    cut_all(w, tsc);
}

/* Those who ran last ran to the end. */
static void end_lanes(struct walk *w)
{
  const uint64_t stop = w->view->stop;
  cut_stretches(w, stop);
  for (struct lane *l = w->lanes; l < w->lanes + w->lane_count; l++) {
    if (l->thread == TIMELINE_NONE || stop < l->since)
      continue;
    tell_stretch(w, l, stop, 0);
    end_sharing(w, l, stop);
  }
}

/* Takes a record; `last` is the time of the one before, 0: there was none. */
static void go_on(struct walk *w, uint64_t last, const struct wire_sched *rec)
{
  cut_stretches(w, rec->tsc);
  if (last && gaps_between(w->view->dump, WIRE_SCHED, &w->lost, last, rec->tsc))
    forget_threads(w, last);
  take_record(w, rec);
}

/* The walk has taken all records; `last` is the time of the last one. */
static void end_walk(struct walk *w, uint64_t last)
{
  if (w->counted || gaps_between(w->view->dump, WIRE_SCHED, &w->lost, last, w->view->stop))
    forget_threads(w, last);
  else
    end_lanes(w);
}

static void free_walk(struct walk *w)
{
  mem_free(w->threads);
  mem_free(w->lanes);
}

static void walk_records(struct walk *w)
{
  struct view *v = w->view;
  uint64_t last = 0;
  w->next_cut = w->ops->cut ? w->ops->cut(w->ctx, 0) : UINT64_MAX;
  w->counted = !to_the_end(v->dump);
  if (w->counted)
    count_records(w);
  find_first(w);
  struct cursor c = cursor_begin(v->dump, WIRE_SCHED);
  for (const struct wire_sched *rec; (rec = cursor_next(&c)); last = rec->tsc) {
    if (w->marks && (rec->tsc > last || !last))
      timeline_marks_note(w->marks, w, last);
    go_on(w, last, rec);
  }
  if (w->marks && !w->marks->count)
    timeline_marks_note(w->marks, w, last);
  end_walk(w, last);
  cursor_end(&c);
  free_walk(w);
}

void timeline_walk(struct view *v, const struct timeline_ops *ops, void *ctx)
{
  struct walk w = { .view = v, .ops = ops, .ctx = ctx };
  walk_records(&w);
}

/* ---- windows ---- */

/* The view's places in the run; NULL where its records cannot be read again. */
static const struct timeline_marks *marks_of(struct view *v)
{
  static const struct timeline_ops nothing = { 0 };
  if (v->marks) {
    dump_note_read(v->dump, v->marks->rests_on);
    return v->marks;
  }
  struct timeline_marks *m = mem_alloc(1, sizeof(*m));
  const dump_kinds before = dump_swap_reads(v->dump, 0);
  m->any = TIMELINE_NONE;
  walk_records(&(struct walk){ .view = v, .ops = &nothing, .conflicts = m->conflicts, .marks = m });
  m->rests_on = dump_swap_reads(v->dump, before);
  dump_note_read(v->dump, m->rests_on);
  if (dump_reread_error(v->dump)) {
    timeline_marks_free(m);
    return NULL;
  }
  v->marks = m;
  v->free_marks = timeline_marks_free;
  return m;
}

/* Whether a stretch that has begun up to `to` is not over. */
static bool any_is_open(const struct walk *w, uint64_t to)
{
  for (size_t i = 0; i < w->lane_count; i++)
    if (w->lanes[i].thread != TIMELINE_NONE && w->lanes[i].since <= to)
      return true;
  return false;
}

/* Whether all those stretches are still not over where another walk stands. */
static bool all_go_on(const struct walk *w, uint64_t to, const struct walk *then)
{
  for (size_t i = 0; i < w->lane_count; i++) {
    const struct lane *now = &w->lanes[i], *later = &then->lanes[i];
    if (now->thread != TIMELINE_NONE && now->since <= to &&
        (later->thread != now->thread || later->begun != now->begun))
      return false;
  }
  return true;
}

/* Puts the walk where it stands at a later place at which all processors do what they do now; what it has cut off their
 * stretches stays cut off. */
static void restore_later(struct walk *w, const struct timeline_marks *m, size_t i)
{
  const size_t count = w->lane_count;
  const uint64_t next_cut = w->next_cut;
  struct lane *before = mem_alloc(count, sizeof(*before));
  memcpy(before, w->lanes, count * sizeof(*before));
  timeline_marks_restore(m, i, w);
  for (size_t cpu = 0; cpu < count; cpu++)
    if (w->lanes[cpu].begun == before[cpu].begun && w->lanes[cpu].thread == before[cpu].thread) {
      w->lanes[cpu].since = before[cpu].since;
      w->lanes[cpu].goes_on = before[cpu].goes_on;
    }
  w->next_cut = next_cut;
  mem_free(before);
}

/* Goes on to the last place in front of which no stretch that has begun up to `to` is over. Returns its time; where
 * there is none, `last`. */
static uint64_t skip_ahead(struct walk *w, const struct timeline_marks *m, uint64_t to, uint64_t last)
{
  const size_t here = timeline_marks_before(m, last + 1);
  size_t there = here;
  if (m->all[here].tsc != last)
    return last;
  while (there + 1 < m->count && all_go_on(w, to, &m->all[there + 1].walk))
    there++;
  if (there == here)
    return last;
  restore_later(w, m, there);
  return m->all[there].tsc;
}

/* Takes the records behind `last`, up to the one behind which all stretches are over that have begun up to `to`, or up
 * to a place from which no such stretch is over before another place: *last is then that one's time. Returns whether
 * there is more to take. */
static bool walk_part(struct walk *w, const struct timeline_marks *m, uint64_t to, uint64_t *last)
{
  const uint64_t begin = *last;
  struct cursor c = cursor_begin_range(w->view->dump, WIRE_SCHED, begin, UINT64_MAX);
  bool more = true, skipped = false;
  for (const struct wire_sched *rec; more && !skipped && (rec = cursor_next(&c));) {
    if (begin && rec->tsc <= begin)
      continue;
    if (rec->tsc > to && rec->tsc > *last) {
      const uint64_t there = any_is_open(w, to) ? skip_ahead(w, m, to, *last) : UINT64_MAX;
      more = there != UINT64_MAX;
      skipped = more && there != *last;
      *last = skipped ? there : *last;
    }
    if (more && !skipped) {
      go_on(w, *last, rec);
      *last = rec->tsc;
    }
  }
  cursor_end(&c);
  if (more && !skipped)
    end_walk(w, *last);
  return skipped;
}

/* Begins a walk at a place, and tells who runs there. */
static void begin_at(struct walk *w, const struct timeline_marks *m, size_t i)
{
  const struct walk *from = &m->all[i].walk;
  const uint64_t next_cut = w->ops->cut ? w->ops->cut(w->ctx, 0) : UINT64_MAX;
  if (i > 0) {
    timeline_marks_restore(m, i, w);
    w->next_cut = next_cut;
    for (const struct lane *l = w->lanes; w->ops->change && l < w->lanes + w->lane_count; l++)
      if (l->thread != TIMELINE_NONE)
        w->ops->change(w->ctx, m->all[i].tsc, cpu_of(w, l), l->thread);
    return;
  }
  w->next_cut = next_cut;
  w->counted = from->counted;
  for (uint32_t cpu = 0; from->counted && cpu < from->lane_count; cpu++)
    meet_lane(w, cpu)->left = from->lanes[cpu].left;
  find_first(w);
}

void timeline_walk_window(struct view *v, const struct timeline_ops *ops, void *ctx)
{
  const struct timeline_marks *m = v->windowed ? marks_of(v) : NULL;
  struct walk w = { .view = v, .ops = ops, .ctx = ctx };
  uint64_t from, to;
  if (!m) {
    walk_records(&w);
    return;
  }
  view_window(v, &from, &to);
  const size_t first = timeline_marks_before(m, from);
  uint64_t last = m->all[first].tsc;
  timeline_marks_tell(m, ops, ctx);
  begin_at(&w, m, first);
  while (walk_part(&w, m, to, &last))
    ;
  free_walk(&w);
}

void timeline_walk_checked(struct view *v, const struct timeline_ops *ops, void *ctx,
                           struct timeline_place conflicts[TIMELINE_CONFLICTS])
{
  const struct timeline_marks *m = v->windowed ? marks_of(v) : NULL;
  if (m) {
    memcpy(conflicts, m->conflicts, sizeof(m->conflicts));
    timeline_walk_window(v, ops, ctx);
    return;
  }
  walk_records(&(struct walk){ .view = v, .ops = ops, .ctx = ctx, .conflicts = conflicts });
}

bool timeline_shows(const struct view *v, const struct timeline_stretch *s, int64_t *start, int64_t *end)
{
  *start = view_ns(v, s->start);
  *end = view_ns(v, s->end);
  if (!v->threads[s->thread].wanted || (v->windowed && (*end < v->from || *start > v->to)))
    return false;
  *start = v->windowed && *start < v->from ? v->from : *start;
  *end = v->windowed && *end > v->to ? v->to : *end;
  return true;
}

bool timeline_shows_wake(const struct view *v, const struct timeline_wake *w)
{
  return v->threads[w->by].wanted || v->threads[w->woken].wanted;
}
