/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figures.c: see figures.h.
 *
 * Whether a clock counts instructions (QEMU's -icount) the calibration tells: then what a probe costs is the same to the
 * cycle in all of its rounds, so the medians are the minima. On a real processor, and on QEMU's without -icount, no two
 * rounds are alike.
 */
#include "figures.h"

#include "base/mem.h"
#include "dump/gaps.h"
#include "dump/losses.h"
#include "dump/program.h"
#include "dump/settings.h"
#include "model/calltree.h"
#include "model/cohorts.h"
#include "model/conflicts.h"
#include "model/event_filter.h"
#include "model/timeline.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

const struct figures_def figures_defs[FIGURES_COUNT] = {
#define DEF_(NAME, name_, text_, is_mean_, mode_) \
  { .name = name_, .text = text_, .is_mean = is_mean_, .mode = WIRE_MODE_##mode_ },
  FIGURES_GROUPS(DEF_)
#undef DEF_
};

const char figures_all[] = "(all)";

double figure_value(const struct figure *f)
{
  if (!figures_defs[f->group].is_mean)
    return f->value;
  return f->n > 0 ? f->sum / f->n : 0;
}

double figure_error(const struct figure *f)
{
  if (f->n < 2 || f->sum <= 0)
    return -1;
  const double mean = f->sum / f->n, variance = (f->squares - f->sum * mean) / (f->n - 1);
  return variance > 0 ? sqrt(variance / f->n) / mean : 0;
}

int figure_order(const void *a, const void *b)
{
  const struct figure *x = a, *y = b;
  return x->group != y->group ? (x->group > y->group ? 1 : -1) : strcmp(x->name, y->name);
}

/* Adds a figure, which takes over `name`. */
static struct figure *add_figure(struct figures *f, enum figures_group group, char *name)
{
  mem_grow(&f->all, &f->room, f->count + 1, sizeof(*f->all));
  f->all[f->count] = (struct figure){ .group = group, .name = name };
  return &f->all[f->count++];
}

/* Makes one figure of those of one name. */
static void merge_figures(struct figures *f)
{
  size_t kept = 0;
  if (f->count)
    mem_sort(f->all, f->count, sizeof(*f->all), figure_order);
  for (size_t i = 0; i < f->count; i++) {
    struct figure *to = kept ? &f->all[kept - 1] : NULL, *from = &f->all[i];
    if (!to || figure_order(to, from) != 0) {
      f->all[kept++] = *from;
      continue;
    }
    to->value += from->value;
    to->n += from->n;
    to->sum += from->sum;
    to->squares += from->squares;
    mem_free(from->name);
  }
  f->count = kept;
}

static double ns_of(const struct view *v, double cycles)
{
  return cycles * 1e9 / (double)v->hz;
}

/* The name of a thread as the dump has it: the view's is the thread's alone, with a number that may be another one in
 * the next run. */
static char *thread_name(const struct view *v, uint32_t thread)
{
  char *name = dump_name(v->dump, WIRE_SPACE_THREAD, v->threads[thread].id);
  return name ? name : mem_format("%s", v->threads[thread].name);
}

static bool is_left_out(const struct view *v, uint32_t thread)
{
  const struct view_thread *t = &v->threads[thread];
  return !t->wanted || t->flags & (WIRE_THREAD_IDLE | WIRE_THREAD_PROFILER);
}

/* ---- functions and paths ---- */

/* A walk through the call trees: of the nodes so far their paths' names, where these are large, and the names' hashes. */
struct trees {
  struct figures *figures;
  struct view *view;
  const struct calltree *tree;
  char **paths;
  uint64_t *hashes;
  double least;
  struct map of_hash;          /* of a path's name -> place in `sums` */
  double *sums;                /* times of all nodes with that path: those of threads of one name, too */
  size_t sum_count, sum_room;
};

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo): the hash of a text continues that of its beginning. */
#define HASH_BEGIN 0xcbf29ce484222325u
static uint64_t hash_on(uint64_t hash, const char *text)
{
  for (; *text; text++)
    hash = (hash ^ (uint8_t)*text) * 0x100000001b3u;
  return hash;
}

bool figures_has(const struct figures *f, enum figures_group group, const char *name)
{
  return group == FIGURES_PATHS && map_get(&f->small_paths, hash_on(HASH_BEGIN, name)) != MAP_NONE;
}

/* Times of completed calls, of a node without an open one. */
static void add_calls(const struct view *v, struct figure *to, const struct calltree_node *n)
{
  const double ns = ns_of(v, 1);
  if (n->rec->flags & WIRE_NODE_OPEN || calltree_is_root(n))
    return;
  to->n = (double)n->rec->calls;
  to->sum = (double)n->incl * ns;
  to->squares = (ldexp((double)n->rec->square_hi, 64) + (double)n->rec->square_lo) * ns * ns;
}

static void add_function(struct trees *t, const struct calltree_node *n, char *name)
{
  struct figure *f = add_figure(t->figures, FIGURES_FUNCTIONS, name);
  f->value = ns_of(t->view, (double)n->excl);
  add_calls(t->view, f, n);
}

/* What a node is called: a root by its thread, in brackets. */
static char *node_name(struct trees *t, const struct calltree_node *n)
{
  if (!calltree_is_root(n))
    return mem_format("%s", view_function_name(t->view, n->function));
  char *thread = thread_name(t->view, n->thread), *name = mem_format("[%s]", thread);
  mem_free(thread);
  return name;
}

static double *sum_of(struct trees *t, uint64_t hash)
{
  uint32_t at = map_get(&t->of_hash, hash);
  if (at == MAP_NONE) {
    at = (uint32_t)t->sum_count;
    map_put(&t->of_hash, hash, at);
    mem_grow(&t->sums, &t->sum_room, t->sum_count + 1, sizeof(*t->sums));
    t->sums[t->sum_count++] = 0;
  }
  return &t->sums[at];
}

/* The first walk: what a path takes decides below whether it is large, not what one node of it takes. */
static void add_up(void *ctx, const struct calltree_node *n)
{
  struct trees *t = ctx;
  const size_t at = (size_t)(n - t->tree->nodes);
  if (is_left_out(t->view, n->thread) || calltree_is_other(n))
    return;
  char *name = node_name(t, n);
  t->hashes[at] = n->parent == CALLTREE_NONE ? hash_on(HASH_BEGIN, name)
                                             : hash_on(hash_on(t->hashes[n->parent], ";"), name);
  *sum_of(t, t->hashes[at]) += ns_of(t->view, (double)n->incl);
  mem_free(name);
}

static void enter_node(void *ctx, const struct calltree_node *n)
{
  struct trees *t = ctx;
  const size_t at = (size_t)(n - t->tree->nodes);
  if (is_left_out(t->view, n->thread) || calltree_is_other(n))
    return;
  char *name = node_name(t, n);
  const bool is_root = n->parent == CALLTREE_NONE;
  const char *above = is_root ? NULL : t->paths[n->parent];
  const double ns = ns_of(t->view, (double)n->incl);
  if (*sum_of(t, t->hashes[at]) < t->least || (!above && !is_root)) {
    map_put(&t->figures->small_paths, t->hashes[at], 0);
  } else {
    t->paths[at] = above ? mem_format("%s;%s", above, name) : mem_format("%s", name);
    struct figure *f = add_figure(t->figures, FIGURES_PATHS, mem_format("%s", t->paths[at]));
    f->value = ns;
    add_calls(t->view, f, n);
  }
  add_function(t, n, name);
}

static void take_trees(struct figures *f, struct analysis *a, double floor)
{
  const struct calltree *tree = analysis_calltree(a);
  struct trees t = { .figures = f, .view = a->view, .tree = tree, .paths = mem_alloc(tree->count, sizeof(char *)),
                     .hashes = mem_alloc(tree->count, sizeof(uint64_t)) };
  double whole = 0;
  for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling)
    if (!is_left_out(a->view, tree->nodes[i].thread))
      whole += ns_of(a->view, (double)tree->nodes[i].incl);
  t.least = whole * floor;
  f->whole[FIGURES_FUNCTIONS] = f->whole[FIGURES_PATHS] = whole;
  add_figure(f, FIGURES_PATHS, mem_format("%s", figures_all))->value = whole;
  calltree_walk(tree, add_up, NULL, &t);
  calltree_walk(tree, enter_node, NULL, &t);
  for (uint32_t i = 0; i < tree->count; i++)
    mem_free(t.paths[i]);
  mem_free(t.paths);
  mem_free(t.hashes);
  mem_free(t.sums);
  map_free(&t.of_hash);
}

/* ---- intervals ---- */

static void add_length(struct figure *f, double ns)
{
  f->n++;
  f->sum += ns;
  f->squares += ns * ns;
}

static void take_intervals(struct figures *f, struct analysis *a)
{
  struct view *v = a->view;
  struct cursor c = event_filter_begin_times(v);
  struct wire_event before = { 0 };
  struct map of_pair = { 0 };
  bool any = false;
  struct gaps_walk lost = { 0 };
  for (const struct wire_event *e; (e = event_filter_next(v, &c)); before = *e, any = true) {
    if (!any || gaps_between(v->dump, WIRE_EVENT, &lost, before.tsc, e->tsc))
      continue;
    const uint64_t pair = (uint64_t)before.event << 32 | e->event;
    uint32_t at = map_get(&of_pair, pair);
    if (at == MAP_NONE) {
      at = (uint32_t)f->count;
      map_put(&of_pair, pair, at);
      add_figure(f, FIGURES_INTERVALS, mem_format("%s -> %s", view_event(v, before.event), view_event(v, e->event)));
    }
    add_length(&f->all[at], ns_of(v, (double)(e->tsc - before.tsc)));
  }
  cursor_end(&c);
  map_free(&of_pair);
}

/* ---- latency ---- */

struct waits { struct figures *figures; struct view *view; struct map of_thread; };

static void take_wait(void *ctx, const struct timeline_wait *w)
{
  struct waits *all = ctx;
  if (is_left_out(all->view, w->thread))
    return;
  uint32_t at = map_get(&all->of_thread, w->thread);
  if (at == MAP_NONE) {
    at = (uint32_t)all->figures->count;
    map_put(&all->of_thread, w->thread, at);
    add_figure(all->figures, FIGURES_LATENCY, thread_name(all->view, w->thread));
  }
  add_length(&all->figures->all[at], ns_of(all->view, (double)w->cycles));
}

static void keep_conflict(void *ctx, const struct missing *m)
{
  char **why = ctx;
  if (!*why)
    *why = mem_format("%s", m->text);
}

static void take_latency(struct figures *f, struct analysis *a)
{
  static const struct timeline_ops ops = { .waited = take_wait };
  struct waits all = { f, a->view, { 0 } };
  timeline_walk(a->view, &ops, &all);
  map_free(&all.of_thread);
  conflicts_explain(a, keep_conflict, &f->lacks[FIGURES_LATENCY]);
}

/* ---- sites ---- */

static char *site_name(struct view *v, const struct cohort *c)
{
  struct program_site s = program_site(v->program, c->key);
  char *made = c->several ? mem_format("objects of several classes") : program_class(v->program, c->class);
  const bool named = strcmp(s.method, "-") != 0;
  const char *package = strcmp(s.package, "-") != 0 ? s.package : "";
  char *name = named ? mem_format("%s%s%s.%s: %s", package, *package ? "." : "", s.class, s.method, made)
                     : mem_format("site %" PRIu32 ": %s", c->key, made);
  mem_free(made);
  program_site_free(&s);
  return name;
}

static void take_sites(struct figures *f, struct analysis *a)
{
  const struct cohort_group *g = &analysis_cohorts(a)->sites;
  double whole = 0;
  for (size_t i = 0; i < g->count; i++) {
    add_figure(f, FIGURES_SITES, site_name(a->view, &g->rows[i]))->value = (double)g->rows[i].bytes;
    whole += (double)g->rows[i].bytes;
  }
  f->whole[FIGURES_SITES] = whole;
  add_figure(f, FIGURES_SITES, mem_format("%s", figures_all))->value = whole;
}

/* ---- what the run is, and what it lacks ---- */

static bool is_counted(const struct dump *d)
{
  static const enum wire_meta_key pairs[][2] = {
    { WIRE_META_CAL_INNER, WIRE_META_CAL_INNER_MIN }, { WIRE_META_CAL_OUTER, WIRE_META_CAL_OUTER_MIN },
    { WIRE_META_CAL_EVENT, WIRE_META_CAL_EVENT_MIN } };
  bool same = dump_meta(d, WIRE_META_CAL_ROUNDS, 0) >= 2 && dump_meta(d, WIRE_META_CAL_INNER, 0);
  for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
    same &= dump_has_meta(d, pairs[i][0]) && dump_has_meta(d, pairs[i][1]) &&
            dump_meta(d, pairs[i][0], 0) == dump_meta(d, pairs[i][1], 0);
  return same;
}

static char *meta_text(const struct dump *d, enum wire_meta_key key)
{
  return dump_has_meta(d, key) ? mem_format("%" PRIu64, dump_meta(d, key, 0)) : mem_format("not known");
}

static char *name_text(const struct dump *d, enum wire_space space)
{
  char *name = dump_name(d, space, 0);
  return name ? name : mem_format("none");
}

static char *modes_text(const struct dump *d)
{
  char text[128] = "";
  size_t used = 0;
  if (!dump_has_meta(d, WIRE_META_MODES))
    return mem_format("not known");
#define MODE_(number, NAME, name, records) \
  if (dump_meta(d, WIRE_META_MODES, 0) & WIRE_MODE_##NAME) \
    used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? "," : "", #name);
  WIRE_MODES(MODE_)
#undef MODE_
  return mem_format("%s", used ? text : "none");
}

static char *sampling_text(const struct dump *d)
{
  switch (dump_meta(d, WIRE_META_SAMPLING, 0)) {
#define WAY_(number, NAME, name, text) case number: return mem_format("%s", name);
  WIRE_SAMPLINGS(WAY_)
#undef WAY_
  default: return mem_format("none");
  }
}

static void take_settings(struct figures *f, const struct view *v)
{
  const struct dump *d = v->dump;
  f->build_id = dump_name(d, WIRE_SPACE_BUILD_ID, 0);
  f->command = dump_name(d, WIRE_SPACE_COMMAND, 0);
  f->crash = dump_name(d, WIRE_SPACE_CRASH, 0);
  f->system = name_text(d, WIRE_SPACE_SYSTEM);
  f->program = name_text(d, WIRE_SPACE_PROGRAM);
  f->modes = modes_text(d);
  f->tick_hz = meta_text(d, WIRE_META_TICK_HZ);
  f->sampling = sampling_text(d);
  f->processors = mem_format("%" PRIu32, view_processors(v));
  f->counters = meta_text(d, WIRE_META_COUNTERS_FROM);
  f->modes_on = (uint32_t)dump_meta(d, WIRE_META_MODES, 0);
  f->hz = v->hz;
  f->counted = is_counted(d);
}

static void keep_reason(void *ctx, const struct missing *m)
{
  char **why = ctx;
  if (!*why)
    *why = mem_format("%s", m->text);
}

/* Notes why a group is not whole that rests on `read`. */
static void note_missing(const struct view *v, dump_kinds read, char **why)
{
  uint64_t tsc;
  losses_explain(v->dump, read, keep_reason, why);
  settings_explain(v->dump, read, keep_reason, why);
  if (!*why && read & DUMP_READ_TREES && dump_trees_are_early(v->dump, &tsc))
    *why = mem_format("the call trees are of a snapshot from before the end of the run");
  if (!*why && read & dump_unread(v->dump))
    *why = mem_format("%s", dump_reread_error(v->dump));
}

/* Calls what fills a group, or a group and the next, and notes what these lack. */
#define TAKE(group, last, fill) \
  if (f->modes_on & figures_defs[group].mode) { \
    dump_swap_reads(d, VIEW_RESTS_ON); \
    fill; \
    const dump_kinds read = dump_swap_reads(d, 0); \
    for (unsigned g = group; g <= last; g++) \
      note_missing(a->view, read, &f->lacks[g]); \
  }

void figures_take(struct figures *f, struct analysis *a, double floor)
{
  const struct dump *d = a->view->dump;
  take_settings(f, a->view);
  TAKE(FIGURES_FUNCTIONS, FIGURES_PATHS, take_trees(f, a, floor))
  TAKE(FIGURES_INTERVALS, FIGURES_INTERVALS, take_intervals(f, a))
  TAKE(FIGURES_LATENCY, FIGURES_LATENCY, take_latency(f, a))
  TAKE(FIGURES_SITES, FIGURES_SITES, take_sites(f, a))
  merge_figures(f);
}

void figures_free(struct figures *f)
{
  for (size_t i = 0; i < f->count; i++)
    mem_free(f->all[i].name);
  mem_free(f->all);
  mem_free(f->build_id);
  mem_free(f->command);
  mem_free(f->crash);
#define FREE_(name) mem_free(f->name);
  FIGURES_SETTINGS(FREE_)
#undef FREE_
  map_free(&f->small_paths);
  for (size_t g = 0; g < FIGURES_COUNT; g++)
    mem_free(f->lacks[g]);
}
