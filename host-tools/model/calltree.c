/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calltree.c: links NODE records into trees; calltree.h is the manual.
 *
 * A parent is sent before its children, so a parent is looked for among earlier records only: whatever the numbers
 * say, no cycle can come of it.
 */
#include "calltree.h"

#include "base/mem.h"
#include "interval.h"

#include <string.h>

#define IDS_A_NODE 16 /* an array of four bytes each takes no more than the nodes do */
_Static_assert(MAP_NONE == CALLTREE_NONE, "calltree_find() returns the map's");

bool calltree_is_root(const struct calltree_node *n)
{
  return n->rec->flags & WIRE_NODE_ROOT;
}

bool calltree_is_other(const struct calltree_node *n)
{
  return n->rec->flags & WIRE_NODE_OTHER;
}

const struct calltree_node *calltree_steady(const struct calltree *t, const struct calltree_node *n)
{
  while (n->rec->flags & (WIRE_NODE_PART | WIRE_NODE_THROTTLED) && n->parent != CALLTREE_NONE)
    n = &t->nodes[n->parent];
  return n;
}

static uint32_t function_of(struct view *v, const struct wire_node *rec, uint32_t thread)
{
  if (rec->flags & WIRE_NODE_ROOT)
    return v->threads[thread].root;
  return rec->flags & WIRE_NODE_OTHER ? v->other : view_function(v, rec->address, false);
}

/* Index of the parent of `rec`, or CALLTREE_NONE. An `other` node's is its thread's root, whichever function called it
 * last. */
static uint32_t parent_of(const struct calltree *t, const struct wire_node *rec, uint32_t thread,
                          const struct map *roots)
{
  uint32_t p = rec->flags & WIRE_NODE_OTHER ? map_get(roots, thread) : calltree_find(t, rec->parent);
  if (p == MAP_NONE || rec->flags & WIRE_NODE_ROOT || t->nodes[p].thread != thread)
    return CALLTREE_NONE;
  return p;
}

/* Adds a node, unless the view does not want its thread. Returns it; NULL: it was left out. */
static struct calltree_node *add_node(struct calltree *t, struct view *v, const struct wire_node *rec,
                                      struct map *roots)
{
  const uint32_t thread = view_thread(v, rec->thread);
  if (!v->threads[thread].wanted)
    return NULL;
  if (calltree_find(t, rec->id) != CALLTREE_NONE) {
    t->repeated++;
    return NULL;
  }
  uint32_t parent = parent_of(t, rec, thread, roots);
  t->orphans += parent == CALLTREE_NONE && !(rec->flags & WIRE_NODE_ROOT);
  if (t->by_id)
    t->by_id[rec->id] = t->count;
  else
    map_put(&t->of_id, rec->id, t->count);
  if (rec->flags & WIRE_NODE_ROOT)
    map_put(roots, thread, t->count);
  t->nodes[t->count] = (struct calltree_node){
    .rec = rec, .parent = parent, .child = CALLTREE_NONE, .sibling = CALLTREE_NONE, .thread = thread,
    .depth = parent == CALLTREE_NONE ? 0 : t->nodes[parent].depth + 1, .function = function_of(v, rec, thread),
    .histogram = CALLTREE_NONE, .least_known = true, .most_known = true,
    .incl = (int64_t)(rec->raw - rec->drift), .raw_incl = (int64_t)rec->raw };
  return &t->nodes[t->count++];
}

/* Makes room for numbers that so many nodes have, the greatest of which is `most`. */
static void begin_ids(struct calltree *t, size_t rows, uint32_t most)
{
  if (!rows || most / IDS_A_NODE > rows)
    return;
  t->by_id_count = (size_t)most + 1;
  t->by_id = mem_alloc(t->by_id_count, sizeof(*t->by_id));
  memset(t->by_id, 0xff, t->by_id_count * sizeof(*t->by_id)); /* CALLTREE_NONE */
}

/* Adds the nodes of the whole run, or of the view's interval. */
static void add_nodes(struct calltree *t, struct view *v, struct map *roots)
{
  const struct interval *of = v->interval;
  const struct wire_node *rec = dump_node_rows(v->dump);
  const size_t rows = of ? of->count : dump_count(v->dump, WIRE_NODE);
  uint32_t most = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint32_t id = of ? of->nodes[i].rec.id : rec[i].id;
    most = id > most ? id : most;
  }
  begin_ids(t, rows, most);
  t->nodes = mem_alloc(rows, sizeof(*t->nodes));
  for (size_t i = 0; i < rows; i++) {
    struct calltree_node *n = add_node(t, v, of ? &of->nodes[i].rec : &rec[i], roots);
    if (n && of) {
      n->least_known = of->nodes[i].least_known;
      n->most_known = of->nodes[i].most_known;
    }
  }
}

static void add_histograms(struct calltree *t, const struct view *v)
{
  const size_t rows = v->interval ? v->interval->histogram_count : dump_count(v->dump, WIRE_HISTOGRAM);
  t->buckets = v->interval ? v->interval->histograms : dump_histogram_rows(v->dump);
  t->bucket_before = mem_alloc(rows, sizeof(*t->bucket_before));
  for (size_t i = 0; i < rows; i++) {
    uint32_t at = calltree_find(t, t->buckets[i].node);
    if (at == CALLTREE_NONE || t->buckets[i].log2 >= HISTOGRAM_BUCKETS)
      continue;
    t->bucket_before[i] = t->nodes[at].histogram;
    t->nodes[at].histogram = (uint32_t)i;
  }
}

/* Of a bucket that came again the last one counts. */
bool calltree_histogram(const struct calltree *t, const struct calltree_node *n, struct histogram *h)
{
  bool met[HISTOGRAM_BUCKETS] = { false };
  *h = (struct histogram){ .least = (int64_t)n->rec->least, .most = (int64_t)n->rec->most };
  if (n->histogram == CALLTREE_NONE)
    return !n->rec->calls;
  for (uint32_t i = n->histogram; i != CALLTREE_NONE; i = t->bucket_before[i]) {
    const struct wire_histogram *b = &t->buckets[i];
    if (!met[b->log2])
      histogram_add(h, b->log2, b->calls);
    met[b->log2] = true;
  }
  return h->total == n->rec->calls && h->calls[HISTOGRAM_NEGATIVE] == n->rec->negative;
}

/* Sums wrap like the cycles they come from; a sane dump is far from that. */
static int64_t subtract(int64_t a, int64_t b)
{
  return (int64_t)((uint64_t)a - (uint64_t)b);
}

static void sum_up(struct calltree *t)
{
  for (uint32_t i = 0; i < t->count; i++) {
    struct calltree_node *n = &t->nodes[i];
    if (calltree_is_other(n))
      continue;
    n->excl = subtract(n->excl, subtract(0, n->incl));
    n->raw_excl = subtract(n->raw_excl, subtract(0, n->raw_incl));
    if (n->parent == CALLTREE_NONE) {
      t->whole += n->incl;
      continue;
    }
    t->nodes[n->parent].made += n->rec->calls;
    t->nodes[n->parent].excl = subtract(t->nodes[n->parent].excl, n->incl);
    t->nodes[n->parent].raw_excl = subtract(t->nodes[n->parent].raw_excl, n->raw_incl);
  }
}

struct reorder { const struct view *view; const struct calltree *tree; };

/* By parent; then by incl, falling; then by name and number, so that equal times come in the same order every time.
 * */
static int by_parent(const void *a, const void *b, void *ctx)
{
  const struct reorder *o = ctx;
  const struct calltree_node *x = &o->tree->nodes[*(const uint32_t *)a], *y = &o->tree->nodes[*(const uint32_t *)b];
  if (x->parent != y->parent)
    return x->parent < y->parent ? -1 : 1;
  if (x->incl != y->incl)
    return x->incl > y->incl ? -1 : 1;
  int names = strcmp(view_function_name(o->view, x->function), view_function_name(o->view, y->function));
  return names ? names : (x->rec->id > y->rec->id) - (x->rec->id < y->rec->id);
}

static void link_children(struct calltree *t, const struct view *v)
{
  struct reorder order = { v, t };
  uint32_t *sorted = mem_alloc(t->count, sizeof(*sorted));
  for (uint32_t i = 0; i < t->count; i++)
    sorted[i] = i;
  mem_sort_by(sorted, t->count, sizeof(*sorted), by_parent, &order);
  for (uint32_t k = t->count; k-- > 0;) {
    struct calltree_node *n = &t->nodes[sorted[k]];
    uint32_t *head = n->parent == CALLTREE_NONE ? &t->first : &t->nodes[n->parent].child;
    n->sibling = *head;
    *head = sorted[k];
  }
  mem_free(sorted);
}

struct calltree *calltree_new(struct view *v)
{
  struct map roots = { 0 };
  struct calltree *t = mem_alloc(1, sizeof(*t));
  t->first = CALLTREE_NONE;
  add_nodes(t, v, &roots);
  add_histograms(t, v);
  map_free(&roots);
  sum_up(t);
  link_children(t, v);
  return t;
}

void calltree_walk(const struct calltree *t, void (*enter)(void *ctx, const struct calltree_node *n),
                   void (*leave)(void *ctx, const struct calltree_node *n), void *ctx)
{
  uint32_t i = t->first;
  while (i != CALLTREE_NONE) {
    enter(ctx, &t->nodes[i]);
    if (t->nodes[i].child != CALLTREE_NONE) {
      i = t->nodes[i].child;
      continue;
    }
    while (i != CALLTREE_NONE) {
      if (leave)
        leave(ctx, &t->nodes[i]);
      if (t->nodes[i].sibling != CALLTREE_NONE) {
        i = t->nodes[i].sibling;
        break;
      }
      i = t->nodes[i].parent;
    }
  }
}

void calltree_free(struct calltree *t)
{
  if (!t)
    return;
  mem_free(t->nodes);
  mem_free(t->bucket_before);
  mem_free(t->by_id);
  map_free(&t->of_id);
  mem_free(t);
}
