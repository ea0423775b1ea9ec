/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * view.c: names, times and choices over a dump; view.h is the manual.
 */
#include "view.h"

#include "base/mem.h"
#include "base/say.h"
#include "base/number.h"
#include "dump/cursor.h"
#include "dump/losses.h"
#include "dump/program.h"
#include "base/search.h"
#include "base/stats.h"
#include "interval.h"
#include "processors.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- functions ---- */

static uint32_t function_new(struct view *v, uint64_t address, char *name, bool known)
{
  mem_grow(&v->functions, &v->function_room, v->function_count + 1, sizeof(*v->functions));
  v->functions[v->function_count] = (struct view_function){ .address = address, .name = name, .known = known };
  return (uint32_t)v->function_count++;
}

static uint32_t function_at(struct view *v, uint64_t address)
{
  if (address == WIRE_ADDRESS_USER)
    return function_new(v, address, mem_format("(user mode)"), false);
  const struct symbol *s = v->symbols ? symbols_find(v->symbols, address) : NULL;
  uint64_t start = s ? s->start : address;
  uint32_t f = map_get(&v->function_of_start, start);
  if (f != MAP_NONE)
    return f;
  const struct program_method *m = program_method(v->program, start);
  if (m)
    f = function_new(v, start, mem_format("%s", m->name), s != NULL);
  else
    f = function_new(v, start, s ? mem_format("%s", s->name) : mem_format("0x%" PRIx64, address), s != NULL);
  if (m && m->where)
    v->functions[f].where = mem_format("%s", m->where);
  map_put(&v->function_of_start, start, f);
  return f;
}

uint32_t view_function(struct view *v, uint64_t address, bool is_return)
{
  dump_note_read(v->dump, DUMP_KIND(WIRE_METHOD) | DUMP_KIND(WIRE_NAME));
  address -= is_return && v->symbols;
  uint32_t f = map_get(&v->function_of_address, address);
  if (f == MAP_NONE) {
    f = function_at(v, address);
    map_put(&v->function_of_address, address, f);
  }
  return f;
}

const char *view_function_name(const struct view *v, uint32_t function)
{
  return v->functions[function].name;
}

const char *view_where(struct view *v, uint32_t function)
{
  struct view_function *f = &v->functions[function];
  char text[SYMBOLS_WHERE_BYTES];
  if (!f->where) {
    bool found = f->known && symbols_where(v->symbols, f->address, text, sizeof(text));
    f->where = mem_format("%s", found ? text : "-");
  }
  return f->where;
}

/* ---- threads ---- */

static bool number_is(const char *text, uint32_t id)
{
  uint64_t n;
  return number_whole(text, UINT32_MAX, &n) && n == id;
}

static bool is_wanted(const struct view *v, const char *name, uint32_t id)
{
  return !v->thread_filter || strcmp(name, v->thread_filter) == 0 || number_is(v->thread_filter, id);
}

static uint32_t thread_new(struct view *v, uint32_t id, const struct wire_thread *rec, char *name)
{
  mem_grow(&v->threads, &v->thread_room, v->thread_count + 1, sizeof(*v->threads));
  struct view_thread *t = &v->threads[v->thread_count];
  *t = (struct view_thread){ .id = id, .flags = rec ? rec->flags : 0, .rec = rec, .name = name };
  t->root = function_new(v, 0, mem_format("[%s]", name), false);
  t->wanted = is_wanted(v, name, id);
  map_put(&v->thread_of_id, id, (uint32_t)v->thread_count);
  if (id < VIEW_NEAR_THREADS)
    v->near_threads[id] = (uint32_t)v->thread_count + 1;
  return (uint32_t)v->thread_count++;
}

uint32_t view_thread_searched(struct view *v, uint32_t id)
{
  dump_note_read(v->dump, VIEW_WHO_IS_WHO);
  uint32_t t = map_get(&v->thread_of_id, id);
  if (t != MAP_NONE)
    return t;
  char *name = id ? dump_name(v->dump, WIRE_SPACE_THREAD, id) : mem_format("(unlisted threads)");
  return thread_new(v, id, NULL, name ? name : mem_format("thread %" PRIu32, id));
}

uint32_t view_thread_count(const struct view *v)
{
  dump_note_read(v->dump, VIEW_WHO_IS_WHO);
  return (uint32_t)v->thread_count;
}

bool view_is_sampler(const struct view *v, uint32_t thread)
{
  const uint32_t both = WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER;
  return (v->threads[thread].flags & both) == both;
}

const struct wire_thread *view_thread_figures(const struct view *v, uint32_t thread)
{
  dump_note_read(v->dump, DUMP_KIND(WIRE_THREAD) | DUMP_READ_TREES);
  return v->threads[thread].rec;
}

const char *view_thread_group(uint32_t flags)
{
  return flags & WIRE_THREAD_PROFILER ? "profiler" : flags & WIRE_THREAD_IRQ ? "interrupts" :
         flags & WIRE_THREAD_IDLE ? "idle" : "program";
}

struct named { char *name; size_t row; };

static int by_name(const void *a, const void *b)
{
  const struct named *x = a, *y = b;
  int order = strcmp(x->name, y->name);
  return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Names of threads by number; of several that share a name the later ones get `#id`. */
static char **thread_names(const struct dump *d, const uint32_t *ids, size_t count)
{
  struct named *order = mem_alloc(count, sizeof(*order));
  char **names = mem_alloc(count, sizeof(*names));
  for (size_t i = 0; i < count; i++) {
    char *name = dump_name(d, WIRE_SPACE_THREAD, ids[i]);
    order[i] = (struct named){ name ? name : mem_format("thread %" PRIu32, ids[i]), i };
  }
  mem_sort(order, count, sizeof(*order), by_name);
  for (size_t i = 0; i < count; i++) {
    bool again = i && strcmp(order[i].name, order[i - 1].name) == 0;
    names[order[i].row] = again ? mem_format("%s#%" PRIu32, order[i].name, ids[order[i].row])
                                : mem_format("%s", order[i].name);
  }
  for (size_t i = 0; i < count; i++)
    mem_free(order[i].name);
  mem_free(order);
  return names;
}

/* Makes threads known, unless they are. `rec` is NULL where there are roles only, for the dump was cut, or still
 * comes. */
static void threads_new(struct view *v, const uint32_t *ids, size_t count, const struct wire_thread *rec,
                        const struct wire_role *role)
{
  char **names = thread_names(v->dump, ids, count);
  for (size_t i = 0; i < count; i++) {
    const uint32_t known = map_get(&v->thread_of_id, ids[i]);
    if (known != MAP_NONE) {
      v->threads[known].by = v->threads[known].by || !role ? v->threads[known].by : role[i].by;
      mem_free(names[i]);
      continue;
    }
    uint32_t thread = thread_new(v, ids[i], rec ? &rec[i] : NULL, names[i]);
    v->threads[thread].by = rec ? rec[i].by : role[i].by;
    if (!rec)
      v->threads[thread].flags = role[i].flags;
  }
  mem_free(names);
}

static void read_threads(struct view *v)
{
  const struct wire_thread *rec = dump_thread_rows(v->dump);
  const struct wire_role *role = dump_role_rows(v->dump);
  const size_t threads = dump_count(v->dump, WIRE_THREAD), roles = dump_count(v->dump, WIRE_ROLE);
  uint32_t *ids = mem_alloc(threads + roles, sizeof(*ids));
  for (size_t i = 0; i < threads; i++)
    ids[i] = rec[i].id;
  for (size_t i = 0; i < roles; i++)
    ids[threads + i] = role[i].thread;
  threads_new(v, ids, threads, rec, NULL);
  threads_new(v, ids + threads, roles, NULL, role);
  mem_free(ids);
}

uint32_t view_processors(const struct view *v)
{
  dump_note_read(v->dump, v->processors->rests_on);
  return v->processors->count;
}

/* ---- events ---- */

const char *view_event(struct view *v, uint32_t event)
{
  dump_note_read(v->dump, DUMP_KIND(WIRE_NAME));
  uint32_t row = map_get(&v->event_of_id, event);
  if (row == MAP_NONE) {
    char *name = event ? dump_name(v->dump, WIRE_SPACE_EVENT, event) : mem_format("unnamed");
    mem_grow(&v->events, &v->event_room, v->event_count + 1, sizeof(*v->events));
    row = (uint32_t)v->event_count++;
    v->events[row] = name ? name : mem_format("event %" PRIu32, event);
    map_put(&v->event_of_id, event, row);
  }
  return v->events[row];
}

/* ---- time ---- */

bool view_in_tree(const struct view *v, uint32_t thread, uint64_t tsc)
{
  if (v->interval)
    return interval_has(v->interval, v->threads[thread].id, tsc);
  const struct wire_thread *rec = view_thread_figures(v, thread);
  uint64_t taken;
  return !dump_trees_are_early(v->dump, &taken) || tsc <= (rec ? rec->end : taken);
}

static uint64_t tsc_of(const struct view *v, int64_t ns)
{
  __int128 tsc = (__int128)v->start + (__int128)ns * v->hz / 1000000000;
  return tsc < 0 ? 0 : tsc > UINT64_MAX ? UINT64_MAX : (uint64_t)tsc;
}

void view_window(const struct view *v, uint64_t *from, uint64_t *to)
{
  /* Times are rounded to nanoseconds, and these to cycles: one of each to spare. */
  const int64_t most = INT64_MAX - 1;
  *from = v->windowed ? tsc_of(v, v->from < -most ? -most : v->from - 1) : 0;
  *to = v->windowed ? tsc_of(v, v->to > most ? most : v->to + 1) : UINT64_MAX;
  *from -= *from > 0;
  *to += *to < UINT64_MAX;
}

/* The earliest and the latest time that the records mention, for a dump whose hello frame is lost. */
static void widen_range(uint64_t tsc, uint64_t *first, uint64_t *last)
{
  *first = tsc < *first ? tsc : *first;
  *last = tsc > *last ? tsc : *last;
}

/* The times of a log's records. */
static void find_range_of(const struct dump *d, const struct wire_log_info *log, uint64_t *first, uint64_t *last)
{
  if (!dump_is_endless(log->kind)) {
    const char *record = dump_rows(d, log->kind);
    for (size_t i = 0; i < dump_count(d, log->kind); i++, record += wire_kinds[log->kind].bytes)
      widen_range(wire_value(record, log->time), first, last);
    return;
  }
  struct cursor c = cursor_begin(d, log->kind);
  for (const void *record; (record = cursor_next(&c));)
    widen_range(wire_value(record, log->time), first, last);
  cursor_end(&c);
}

static void find_range(const struct dump *d, uint64_t *first, uint64_t *last)
{
  for (const struct wire_log_info *log = wire_logs; log < wire_logs + WIRE_LOG_COUNT; log++)
    if (log->time.bytes)
      find_range_of(d, log, first, last);
  for (size_t i = 0; i < dump_count(d, WIRE_COLLECTION); i++)
    widen_range(dump_collection_rows(d)[i].end, first, last);
  for (size_t i = 0; i < dump_count(d, WIRE_THREAD); i++) {
    widen_range(dump_thread_rows(d)[i].start, first, last);
    widen_range(dump_thread_rows(d)[i].end, first, last);
  }
}

static bool set_times(struct view *v, const struct view_options *o)
{
  uint64_t first = UINT64_MAX, last = 0;
  v->hz = o->tsc_hz ? o->tsc_hz : dump_meta(v->dump, WIRE_META_TSC_HZ, 0);
  if (!v->hz) {
    say_line("%s: its first frame (hello) is not there, and with it the TSC frequency: record the run again, or give "
             "--tsc-hz HZ (`hostdump info` of another dump of the same machine shows it)", dump_path(v->dump));
    return false;
  }
  v->clock = stats_clock(v->hz);
  if (!dump_has_meta(v->dump, WIRE_META_START_TSC) || !dump_has_meta(v->dump, WIRE_META_STOP_TSC))
    find_range(v->dump, &first, &last);
  v->start = dump_meta(v->dump, WIRE_META_START_TSC, first == UINT64_MAX ? 0 : first);
  v->stop = dump_meta(v->dump, WIRE_META_STOP_TSC, last);
  v->times_known = first <= last || (dump_has_meta(v->dump, WIRE_META_START_TSC) &&
                                     dump_has_meta(v->dump, WIRE_META_STOP_TSC));
  if (v->stop < v->start)
    v->stop = v->start;
  return true;
}

/* The first TSC value whose time is `ns` or later; *none is set where there is none. */
static uint64_t first_at(const struct view *v, int64_t ns, bool *none)
{
  uint64_t low = 0;
  SEARCH(low, UINT64_MAX, view_ns(v, middle) < ns);
  *none = view_ns(v, low) < ns;
  return low;
}

/* The interval that the user wants, in *i, NULL: none. Returns false where there is no such one, which has been said. */
static bool find_interval(const struct view *v, const struct view_options *o, struct interval **i)
{
  char error[INTERVAL_ERROR_BYTES];
  *i = o->interval ? interval_new(v->dump, o->from_snapshot, o->to_snapshot, error) : NULL;
  if (o->interval && !*i)
    say_line("%s: %s", dump_path(v->dump), error);
  return !o->interval || *i;
}

/* The window is the time between the edges of an interval. */
static void set_edges(struct view *v, const struct interval *i)
{
  v->windowed = true;
  v->from_tsc = i->from == INTERVAL_START ? v->start : i->from_tsc;
  v->to_tsc = i->to == INTERVAL_END ? v->stop : i->to_tsc;
  v->from = view_ns(v, v->from_tsc);
  v->to = view_ns(v, v->to_tsc);
}

/* Takes over `i`. */
static void set_window(struct view *v, const struct view_options *o, struct interval *i)
{
  bool none;
  interval_free(v->interval);
  v->interval = i;
  if (i) {
    set_edges(v, i);
    return;
  }
  v->windowed = o->windowed;
  v->from = stats_ns_real(o->from_us * 1000, 1000000000);
  v->to = stats_ns_real(o->to_us * 1000, 1000000000);
  v->from_tsc = first_at(v, v->from, &none);
  bool empty = none || v->from > v->to;
  const uint64_t behind = v->to == INT64_MAX ? 0 : first_at(v, v->to + 1, &none);
  v->to_tsc = v->to == INT64_MAX || none ? UINT64_MAX : behind - 1;
  empty |= v->to < INT64_MAX && !none && !behind;
  if (empty) {
    v->from_tsc = 1;
    v->to_tsc = 0;
  }
}

/* ---- the view ---- */

/* Of losses_explain(): one sentence does. */
static void say_names_lost(void *ctx, const struct missing *m)
{
  bool *said = ctx;
  if (!*said)
    say_line("names of threads may be among what is missing (%s): --thread takes a thread's number, too", m->text);
  *said = true;
}

static bool thread_exists(const struct view *v)
{
  if (!v->thread_filter)
    return true;
  for (size_t i = 0; i < v->thread_count; i++)
    if (v->threads[i].wanted)
      return true;
  char names[SAY_MOST] = "";
  for (size_t i = 0, used = 0; i < v->thread_count && used < sizeof(names); i++)
    used += (size_t)snprintf(names + used, sizeof(names) - used, "%s %s", i ? "," : "", v->threads[i].name);
  say_line("there is no thread `%s` in %s; there are:%s", v->thread_filter, dump_path(v->dump),
           *names ? names : " none");
  losses_explain(v->dump, VIEW_WHO_IS_WHO, say_names_lost, &(bool){ false });
  return false;
}

struct view *view_new(const struct dump *dump, struct symbols *symbols, const struct view_options *options)
{
  struct view *v = mem_alloc(1, sizeof(*v));
  v->dump = dump;
  v->symbols = symbols;
  v->thread_filter = options->thread;
  v->estimated = options->estimated;
  v->program = program_new(dump);
  v->processors = processors_new(dump);
  struct interval *interval;
  if (set_times(v, options) && find_interval(v, options, &interval)) {
    set_window(v, options, interval);
    v->other = function_new(v, 0, mem_format("(other)"), false);
    v->probes = function_new(v, 0, mem_format("(probes)"), false);
    read_threads(v);
    if (thread_exists(v))
      return v;
  }
  view_free(v);
  return NULL;
}

/* Makes `filter` the choice of threads. */
static void set_filter(struct view *v, const char *filter)
{
  v->thread_filter = filter;
  for (size_t i = 0; i < v->thread_count; i++)
    v->threads[i].wanted = is_wanted(v, v->threads[i].name, v->threads[i].id);
}

bool view_choose(struct view *v, const struct view_options *options)
{
  const char *before = v->thread_filter;
  struct interval *interval;
  set_filter(v, options->thread);
  if (!thread_exists(v) || !find_interval(v, options, &interval)) {
    set_filter(v, before);
    return false;
  }
  set_window(v, options, interval);
  return true;
}

void view_free(struct view *v)
{
  if (!v)
    return;
  if (v->marks)
    v->free_marks(v->marks);
  interval_free(v->interval);
  program_free(v->program);
  processors_free(v->processors);
  symbols_close(v->symbols);
  for (size_t i = 0; i < v->thread_count; i++)
    mem_free(v->threads[i].name);
  for (size_t i = 0; i < v->function_count; i++) {
    mem_free(v->functions[i].name);
    mem_free(v->functions[i].where);
  }
  for (size_t i = 0; i < v->event_count; i++)
    mem_free(v->events[i]);
  mem_free(v->threads);
  mem_free(v->functions);
  mem_free(v->events);
  map_free(&v->thread_of_id);
  map_free(&v->function_of_address);
  map_free(&v->function_of_start);
  map_free(&v->event_of_id);
  mem_free(v);
}
