/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lanes.c: see lanes.h.
 */
#include "lanes.h"

#include "base/mem.h"
#include "calls_lanes.h"
#include "dump/cursor.h"
#include "model/calls.h"
#include "model/counters.h"
#include "model/heap.h"
#include "model/lives.h"
#include "model/lost.h"
#include "model/stacks.h"
#include "moments_lanes.h"
#include "sched_lanes.h"
#include "waits_lanes.h"

#include <inttypes.h>
#include <string.h>

#define NEAR_EVENTS 256
_Static_assert(MAP_NONE == UINT32_MAX, "make_events() fills an array with it");

/* ---- events ---- */

static void make_events(struct lanes *l)
{
  struct view *v = l->analysis->view;
  struct map lanes = { 0 };
  struct cursor c = cursor_begin(v->dump, WIRE_EVENT);
  uint32_t near[NEAR_EVENTS]; /* lanes of events of small numbers, which most are */
  memset(near, 0xff, sizeof(near)); /* MAP_NONE */
  for (const struct wire_event *e; (e = cursor_next(&c));) {
    uint32_t lane = e->event < NEAR_EVENTS ? near[e->event] : map_get(&lanes, e->event);
    if (lane == MAP_NONE) {
      lane = (uint32_t)groups_add(l, LANES_EVENTS, LANES_EVENT, LANE_MARKS, e->event,
                                 mem_format("%s", view_event(v, e->event)));
      *(e->event < NEAR_EVENTS ? &near[e->event] : map_at(&lanes, e->event)) = lane;
    }
    lane_add(groups_at(l, LANES_EVENTS, lane), &(struct lane_entry){ .at = lanes_at(v, e->tsc) });
  }
  cursor_end(&c);
  map_free(&lanes);
}

/* ---- samples ---- */

struct moment { uint64_t tsc; uint32_t row; };

static int by_moment(const void *a, const void *b)
{
  const struct moment *x = a, *y = b;
  return x->tsc != y->tsc ? (x->tsc > y->tsc) - (x->tsc < y->tsc) : (x->row > y->row) - (x->row < y->row);
}

/* The samples by time, *count of them: those that were taken while the target ran. */
static struct moment *sorted_samples(const struct view *v, size_t *count)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const size_t rows = dump_count(v->dump, WIRE_SAMPLE);
  struct moment *all = mem_alloc(rows, sizeof(*all));
  *count = 0;
  for (size_t i = 0; i < rows; i++)
    if (s[i].depth && !(s[i].flags & WIRE_SAMPLE_CRASH))
      all[(*count)++] = (struct moment){ s[i].tsc, (uint32_t)i };
  if (*count)
    mem_sort(all, *count, sizeof(*all), by_moment);
  return all;
}

static void make_samples(struct lanes *l)
{
  struct view *v = l->analysis->view;
  struct map lanes = { 0 };
  size_t count;
  struct moment *all = sorted_samples(v, &count);
  for (size_t i = 0; i < count; i++) {
    const uint32_t thread = view_thread(v, dump_sample_rows(v->dump)[all[i].row].thread);
    uint32_t lane = map_get(&lanes, thread);
    if (lane == MAP_NONE) {
      lane = (uint32_t)groups_add(l, LANES_SAMPLES, LANES_SAMPLE, LANE_WHO, thread,
                                 mem_format("%s", v->threads[thread].name));
      map_put(&lanes, thread, lane);
    }
    lane_add(groups_at(l, LANES_SAMPLES, lane),
             &(struct lane_entry){ .at = lanes_at(v, all[i].tsc), .who = all[i].row });
  }
  mem_free(all);
  map_free(&lanes);
}

/* ---- objects ---- */

struct of_heap { struct lanes *lanes; size_t used, heap; };

static int64_t value_of(uint64_t bytes)
{
  return bytes < INT64_MAX ? (int64_t)bytes : INT64_MAX;
}

static void take_point(void *ctx, const struct heap_point *p)
{
  const struct of_heap *h = ctx;
  const int64_t at = lanes_at(h->lanes->analysis->view, p->tsc);
  lane_add(groups_at(h->lanes, LANES_OBJECTS, h->used), &(struct lane_entry){ .at = at, .value = value_of(p->used) });
  if (p->heap_known)
    lane_add(groups_at(h->lanes, LANES_OBJECTS, h->heap), &(struct lane_entry){ .at = at, .value = value_of(p->heap) });
}

/* Nothing but begins and ends of collections, which cannot overlap. */
static void make_collections(struct lanes *l, const struct lives *lives)
{
  struct view *v = l->analysis->view;
  const size_t lane = groups_add(l, LANES_OBJECTS, LANES_COLLECTION, LANE_STATES, 0, mem_format("collections"));
  for (size_t i = 0; i < lives->collection_count; i++) {
    const struct wire_collection *c = &lives->collections[i];
    lane_add(groups_at(l, LANES_OBJECTS, lane),
             &(struct lane_entry){ .at = lanes_at(v, c->start), .state = LANE_STATE(1, 0), .who = (uint32_t)i });
    lane_add(groups_at(l, LANES_OBJECTS, lane), &(struct lane_entry){ .at = lanes_at(v, c->end), .who = LANES_NONE });
  }
}

static void make_objects(struct lanes *l)
{
  struct lives *lives = lives_without_deaths(l->analysis->view->dump);
  struct of_heap h = { .lanes = l };
  if (lives->count || lives->collection_count) {
    h.used = groups_add(l, LANES_OBJECTS, LANES_USED, LANE_VALUES, 0, mem_format("bytes in use"));
    h.heap = groups_add(l, LANES_OBJECTS, LANES_HEAP, LANE_VALUES, 0, mem_format("heap"));
    heap_walk(lives, 1, take_point, &h);
    make_collections(l, lives);
  }
  lives_free(lives);
}

/* ---- counters ---- */

struct of_counters { struct lanes *lanes; struct counters *counters; struct map of; };

static size_t lane_of_counter(struct of_counters *o, uint32_t number)
{
  uint32_t lane = map_get(&o->of, number);
  if (lane == MAP_NONE) {
    const char *name = counters_name(o->counters, number % 2);
    char *text = view_processors(o->lanes->analysis->view) > 1 ? mem_format("%s, processor %" PRIu32, name, number / 2)
                                                               : mem_format("%s", name);
    lane = (uint32_t)groups_add(o->lanes, LANES_COUNTERS, LANES_COUNTER, LANE_VALUES, number, text);
    map_put(&o->of, number, lane);
  }
  return lane;
}

/* Adds what a counter counted a cycle in a span, which may begin where the one before it ends. */
static void add_rate(struct view *v, struct lane *l, const struct counters_span *s, uint64_t value)
{
  const int64_t start = lanes_at(v, s->start), end = lanes_at(v, s->end);
  const double rate = end > start ? (double)value * LANES_RATE / (double)(end - start) : 0;
  if (end <= start)
    return;
  if (l->count && l->last >= start)
    lane_drop_last(l);
  lane_add(l, &(struct lane_entry){ .at = start, .value = rate < 9e18 ? (int64_t)(rate + 0.5) : INT64_MAX });
  lane_add(l, &(struct lane_entry){ .at = end, .value = LANE_NONE });
}

static void take_span(void *ctx, const struct counters_span *s)
{
  struct of_counters *o = ctx;
  for (uint32_t i = 0; i < 2; i++) {
    const size_t lane = lane_of_counter(o, 2 * s->cpu + i);
    add_rate(o->lanes->analysis->view, groups_at(o->lanes, LANES_COUNTERS, lane), s, s->value[i]);
  }
}

static void make_counters(struct lanes *l)
{
  struct of_counters o = { .lanes = l, .counters = analysis_counters(l->analysis) };
  counters_walk(o.counters, take_span, &o);
  map_free(&o.of);
}

/* ---- what was lost ---- */

/* One lane for each kind. Stretches that overlap are one. */
static void make_lost(struct lanes *l)
{
  struct view *v = l->analysis->view;
  size_t count;
  struct lost_stretch *all = lost_stretches(v->dump, &count);
  size_t lanes[WIRE_KIND_LIMIT] = { 0 }; /* + 1 */
  int64_t until[WIRE_KIND_LIMIT];
  for (size_t i = 0; i < count; i++) {
    const enum wire_kind kind = all[i].kind;
    const int64_t from = lanes_at(v, all[i].from), to = lanes_at(v, all[i].to);
    if (!lanes[kind])
      lanes[kind] = 1 + groups_add(l, LANES_LOST, LANES_LOSS, LANE_STATES, kind, mem_format("%s", wire_kinds[kind].name));
    struct lane *lane = groups_at(l, LANES_LOST, lanes[kind] - 1);
    if (lane->count && from <= until[kind]) {
      until[kind] = to > until[kind] ? to : until[kind];
      continue;
    }
    if (lane->count)
      lane_add(lane, &(struct lane_entry){ .at = until[kind], .who = LANES_NONE });
    lane_add(lane, &(struct lane_entry){ .at = from, .state = LANE_STATE(1, 0), .who = (uint32_t)i });
    until[kind] = to;
  }
  for (size_t kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    if (lanes[kind])
      lane_add(groups_at(l, LANES_LOST, lanes[kind] - 1), &(struct lane_entry){ .at = until[kind], .who = LANES_NONE });
  mem_free(all);
}

/* ---- the interface ---- */

struct lanes *lanes_new(struct analysis *a)
{
  struct lanes *l = mem_alloc(1, sizeof(*l));
  l->analysis = a;
  return l;
}

void lanes_free(struct lanes *l)
{
  if (!l)
    return;
  for (int group = 0; group < LANES_GROUPS; group++) {
    for (size_t i = 0; i < l->groups[group].count; i++) {
      lane_free(&l->groups[group].all[i].lane);
      mem_free(l->groups[group].all[i].name);
    }
    mem_free(l->groups[group].all);
  }
  calls_free(l->calls.all);
  calltree_free(l->calls.tree);
  mem_free(l->waits.all);
  mem_free(l);
}

const struct lanes_lane *lanes_of(struct lanes *l, enum lanes_group group, size_t *count)
{
  static void (*const makers[])(struct lanes *) = {
    [LANES_SCHED] = sched_lanes, [LANES_EVENTS] = make_events, [LANES_SAMPLES] = make_samples,
    [LANES_OBJECTS] = make_objects, [LANES_COUNTERS] = make_counters, [LANES_LOST] = make_lost,
    [LANES_WAITS] = waits_lanes, [LANES_MOMENTS] = moments_lanes, [LANES_CALLS] = calls_lanes };
  const struct dump *d = l->analysis->view->dump;
  if (!l->groups[group].made) {
    const dump_kinds before = dump_swap_reads(d, 0);
    l->groups[group].made = true;
    makers[group](l);
    l->groups[group].rests_on = dump_swap_reads(d, before);
  }
  dump_note_read(d, l->groups[group].rests_on);
  *count = l->groups[group].count;
  return l->groups[group].all;
}

/* ---- what stands at a place ---- */

/* The event that is entry `i` of a lane: of those of its number at its time, the one that comes after as many as there
 * are in the lane. */
static bool find_event(struct lanes *l, const struct lanes_lane *lane, size_t i, struct lanes_record *record)
{
  struct view *v = l->analysis->view;
  const uint64_t tsc = lanes_tsc(v, record->entry.at);
  size_t before = i - lane_before(&lane->lane, record->entry.at);
  struct cursor c = cursor_begin_range(v->dump, WIRE_EVENT, tsc, tsc);
  bool found = false;
  for (const struct wire_event *e; !found && (e = cursor_next(&c)) && e->tsc <= tsc;) {
    if (e->tsc != tsc || e->event != lane->number || before-- > 0)
      continue;
    record->thread = view_thread(v, e->thread);
    record->cpu = e->cpu;
    record->arg = e->arg;
    found = true;
  }
  cursor_end(&c);
  return found;
}

bool lanes_record(struct lanes *l, const struct lanes_lane *lane, size_t i, struct lanes_record *record)
{
  struct view *v = l->analysis->view;
  *record = (struct lanes_record){ .entry = lane_entry(&lane->lane, i), .thread = LANES_NONE };
  record->ends = i + 1 < lane->lane.count;
  record->end = record->ends ? lane_entry(&lane->lane, i + 1).at : 0;
  if (lane->kind == LANES_EVENT)
    return find_event(l, lane, i, record);
  if (lane->kind == LANES_SAMPLE) {
    const struct wire_sample *s = &dump_sample_rows(v->dump)[record->entry.who];
    record->thread = lane->number;
    record->cpu = s->cpu;
  }
  if (lane->kind == LANES_THREAD || lane->kind == LANES_WAIT || lane->kind == LANES_STAND)
    record->thread = lane->number;
  if (lane->kind == LANES_CALL)
    record->thread = calls_lanes_thread(lane->number);
  if (lane->kind == LANES_PROCESSOR) {
    record->thread = record->entry.who;
    record->cpu = lane->number;
  }
  return true;
}

/* The addresses of a sample follow those of all samples before it. */
static const struct wire_stack *stack_of(struct lanes *l, uint32_t row)
{
  const struct dump *d = l->analysis->view->dump;
  const struct wire_sample *s = dump_sample_rows(d);
  if (!l->stack.at || row < l->stack.row) {
    l->stack.row = 0;
    l->stack.at = dump_stack_rows(d);
  }
  for (; l->stack.row < row; l->stack.row++)
    l->stack.at += s[l->stack.row].depth;
  return l->stack.at;
}

size_t lanes_stack(struct lanes *l, const struct lanes_lane *lane, size_t i, uint32_t *functions, size_t room)
{
  struct view *v = l->analysis->view;
  if (lane->kind != LANES_SAMPLE)
    return 0;
  const uint32_t row = lane_entry(&lane->lane, i).who;
  const struct wire_sample *s = &dump_sample_rows(v->dump)[row];
  const struct wire_stack *stack = stack_of(l, row);
  size_t count = 0;
  if (room && stacks_met_probes(v, s, stack))
    functions[count++] = v->probes;
  for (unsigned k = stacks_first(v, s, stack); k < s->depth && count < room; k++)
    functions[count++] = view_function(v, stack[k].address, k > 0);
  return count;
}
