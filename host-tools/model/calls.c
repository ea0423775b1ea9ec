/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls.c: makes the tree of calls of their records; calls.h is the manual.
 *
 * Of a thread the calls are kept that no call contains yet, in runs: calls of one caller, one after the other. A call
 * that
 * ends contains the runs behind those that began before it did, so each record costs a look at the last run or two.
 * Where records may be missing a new run begins, so that a run is always of one caller.
 */
#include "calls.h"

#include "base/mem.h"
#include "dump/gaps.h"

#include <math.h>
#include <string.h>

size_t calls_kept_most = 1 << 20;

#define KEPT_SHARE 4 /* calls are kept where they take no more of the memory that is left than one of so many parts */

/* What a record needs to know of its node. */
struct calls_node {
  uint32_t thread;        /* index in the view */
  uint32_t index;         /* in the call trees */
  uint32_t parent;        /* index of the nearest caller whose calls are recorded; CALLTREE_NONE: there is none */
  uint32_t depth, parent_depth;
};

struct calls_cache {
  struct calls_piece {
    uint32_t thread;
    uint64_t piece, used;
    struct call calls[CALLS_PIECE];
    size_t count;
  } pieces[32];
  struct calls_piece *last;  /* that was asked for last; NULL: none */
  uint64_t uses;
  struct cursor cursor;      /* over the records of a piece */
  struct unpacked kept;      /* its blocks */
};

#define CURSOR_NUMBER_(kind, type, name, text) COLUMN_##name,
enum { WIRE_CALL_COLUMNS(CURSOR_NUMBER_) };
#undef CURSOR_NUMBER_
#define COLUMN(name) (UINT64_C(1) << COLUMN_##name)

/* What a call is made of, without its corrected time, and with that; its processor is not asked for. */
#define COLUMNS_OF_TREE (COLUMN(call) | COLUMN(raw) | COLUMN(away) | COLUMN(tsc))
#define COLUMNS_OF_CALL (COLUMNS_OF_TREE | COLUMN(drift))

static inline uint32_t node_of(const struct wire_call *r)
{
  return r->call >> WIRE_CALL_FLAG_BITS;
}

/* ---- nodes ---- */

static bool is_quiet(const struct calltree_node *n)
{
  return n->rec->flags & (WIRE_NODE_QUIET | WIRE_NODE_ROOT);
}

static void know_nodes(struct calls *c)
{
  const struct calltree *t = c->tree;
  c->nodes = mem_alloc(t->count, sizeof(*c->nodes));
  for (uint32_t i = 0; i < t->count; i++) {
    const struct calltree_node *n = &t->nodes[i];
    uint32_t parent = n->parent;
    if (parent != CALLTREE_NONE && is_quiet(&t->nodes[parent]))
      parent = c->nodes[parent].parent; /* callers come before their callees */
    const uint32_t depth = parent == CALLTREE_NONE ? 0 : t->nodes[parent].depth;
    const bool other = calltree_is_other(n); /* it hangs under the root, and may be called from anywhere */
    c->nodes[i] = (struct calls_node){ n->thread, i, parent, other ? UINT32_MAX : n->depth,
                                                other ? UINT32_MAX : depth };
  }
}

/* NULL: the node is not here, or its thread is not wanted. */
static inline const struct calls_node *find_node(const struct calls *c, uint32_t id)
{
  const uint32_t index = calltree_find(c->tree, id);
  return index == CALLTREE_NONE ? NULL : &c->nodes[index];
}

/* ---- records ---- */

struct times { uint64_t raw, away; int64_t drift; bool known; };

/* Puts the halves of a call's numbers together; of a call that lacks the high ones the low ones are all there is. */
static inline struct times times_of(const struct wire_call *r, struct calls_high *high)
{
  struct times t = { r->raw, r->away, (int32_t)r->drift, true };
  if (r->call & WIRE_CALL_WIDE)
    t.known = high->call >> WIRE_CALL_FLAG_BITS == node_of(r);
  if (r->call & WIRE_CALL_WIDE && t.known) {
    t.raw |= (uint64_t)high->raw << 32;
    t.away |= (uint64_t)high->away << 32;
    t.drift = (int64_t)((uint64_t)high->drift << 32 | r->drift);
  }
  high->call = 0;
  return t;
}

/* ---- the tree ---- */

/* Makes room for the next number: makes the first piece larger, or adds a piece. */
static __attribute__((noinline)) void add_room(struct calls_pieces *p)
{
  const size_t used = p->count == 1 && p->piece_room < CALLS_PIECE ? p->piece_room : 0;
  if (!used) {
    mem_grow(&p->all, &p->room, p->count + 1, sizeof(*p->all));
    p->all[p->count] = p->count ? mem_alloc(CALLS_PIECE, sizeof(**p->all)) : NULL;
    p->piece_room = p->count++ ? CALLS_PIECE : 0;
  }
  uint32_t **const piece = &p->all[p->count - 1];
  mem_grow(piece, &p->piece_room, used + 1, sizeof(**piece));
  p->next = *piece + used;
  p->end = *piece + (p->piece_room < CALLS_PIECE ? p->piece_room : CALLS_PIECE);
}

static inline void put_number(struct calls_pieces *p, uint32_t number)
{
  if (p->next == p->end)
    add_room(p);
  *p->next++ = number;
}

static void free_numbers(struct calls_pieces *p)
{
  for (size_t i = 0; i < p->count; i++)
    mem_free(p->all[i]);
  mem_free(p->all);
}

static inline void put_size(struct calls_thread *t, uint64_t tsc, uint32_t size)
{
  t->same_end = t->count && tsc == t->last_end ? t->same_end + 1 : 0;
  t->last_end = tsc;
  if (t->count % CALLS_PIECE == 0) {
    mem_grow(&t->marks, &t->mark_room, t->piece_count + 1, sizeof(*t->marks));
    t->marks[t->piece_count++] = (struct calls_mark){ tsc, t->same_end };
  }
  put_number(&t->sizes, size);
  t->count++;
}

/* Takes a call: it contains the runs that have begun since it has. Returns the number of the first call in it. */
static uint64_t take_call(struct calls_thread *t, const struct calls_node *n, uint64_t start, uint64_t end, bool known,
                      uint32_t epoch)
{
  uint64_t first = t->count, begun = known ? start : end;
  while (t->run_count) {
    const struct calls_run *r = &t->runs[t->run_count - 1];
    if (r->depth < n->depth || (known && r->start < start))
      break;
    first = r->first;
    begun = known ? start : r->start;
    t->run_count--;
  }
  const struct calls_run *last = t->run_count ? &t->runs[t->run_count - 1] : NULL;
  if (!last || last->parent != n->parent || last->epoch != epoch) {
    mem_grow(&t->runs, &t->run_room, t->run_count + 1, sizeof(*t->runs));
    t->runs[t->run_count++] = (struct calls_run){ first, begun, n->parent, n->parent_depth, epoch };
  }
  put_size(t, end, (uint32_t)(t->count - first + 1));
  return first;
}

static inline struct call call_of(const struct wire_call *r, const struct times *t, const struct calls_node *n)
{
  return (struct call){ .start = r->tsc - t->raw - t->away, .end = r->tsc, .time = (int64_t)t->raw - t->drift,
                        .raw = t->raw, .away = t->away, .node = n->index, .known = t->known,
                        .flags = r->call & (WIRE_CALL_OPEN | WIRE_CALL_UNWOUND) };
}

/* ---- calls that are kept ---- */

static struct wire_logged_call *add_kept(struct calls *c)
{
  mem_grow(&c->kept, &c->kept_room, c->kept_count + 1, sizeof(*c->kept));
  return &c->kept[c->kept_count++];
}

/* Keeps the last call of a thread, whose record is `r`; `high` is of before times_of(). */
static inline void keep_call(struct calls *c, struct calls_thread *t, const struct wire_call *r,
                             const struct calls_high *high)
{
  if (r->call & WIRE_CALL_WIDE)
    *add_kept(c) = (struct wire_logged_call){ .call = high->call, .raw = high->raw, .drift = high->drift,
                                              .away = high->away };
  put_number(&t->rows, (uint32_t)c->kept_count);
  *add_kept(c) = (struct wire_logged_call){ r->call, r->raw, r->drift, r->away, r->tsc };
}

static void read_kept(const struct calls *c, uint32_t thread, uint64_t number, struct call *call)
{
  const uint32_t row = c->threads[thread].rows.all[number / CALLS_PIECE][number % CALLS_PIECE];
  const struct wire_logged_call *k = &c->kept[row];
  const struct wire_call r = { .call = k->call, .raw = k->raw, .drift = k->drift, .away = k->away, .tsc = k->tsc };
  struct calls_high high = { 0 };
  if (r.call & WIRE_CALL_WIDE)
    high = (struct calls_high){ k[-1].raw, k[-1].drift, k[-1].away, k[-1].call };
  const struct times t = times_of(&r, &high);
  *call = call_of(&r, &t, find_node(c, node_of(&r)));
}

/* ---- all calls ---- */

/* Takes all records; for each way in which it is called a loop of its own. */
static inline __attribute__((always_inline)) void
take_records(struct calls *c, uint64_t columns, bool keep, calls_take *take, void *ctx)
{
  const struct dump *d = c->view->dump;
  struct calls_high *highs = mem_alloc(c->thread_count, sizeof(*highs));
  struct gaps_walk gaps = { 0 };
  uint64_t last = 0;
  uint32_t epoch = 0;
  struct cursor cursor = cursor_begin_columns(d, WIRE_CALL, 0, UINT64_MAX, columns);
  for (const struct wire_call *r; (r = cursor_next(&cursor)); last = r->tsc) {
    const struct calls_node *n = find_node(c, node_of(r));
    epoch += last && gaps_between(d, WIRE_CALL, &gaps, last, r->tsc);
    if (r->call & WIRE_CALL_HIGH) {
      if (n)
        highs[n->thread] = (struct calls_high){ r->raw, r->drift, r->away, r->call };
      continue;
    }
    c->count++;
    if (!n) {
      c->nodeless++;
      continue;
    }
    struct calls_high *high = &highs[n->thread], before = { 0 };
    if (keep && r->call & WIRE_CALL_WIDE)
      before = *high;
    const struct times t = times_of(r, high);
    c->unknown += !t.known;
    struct calls_thread *thread = &c->threads[n->thread];
    const uint64_t first = take_call(thread, n, r->tsc - t.raw - t.away, r->tsc, t.known, epoch);
    if (keep)
      keep_call(c, thread, r, &before);
    if (take) {
      const struct call call = call_of(r, &t, n);
      take(ctx, n->thread, thread->count - 1, first, &call);
    }
  }
  cursor_end(&cursor);
  mem_free(highs);
}

static void take_all(struct calls *c, calls_take *take, void *ctx)
{
  if (c->keeps)
    take_records(c, COLUMNS_OF_CALL, true, NULL, NULL);
  else if (take)
    take_records(c, COLUMNS_OF_CALL, false, take, ctx);
  else
    take_records(c, COLUMNS_OF_TREE, false, NULL, NULL);
}

static struct calls *make_calls(struct view *v, const struct calltree *tree, bool keep, calls_take *take, void *ctx)
{
  struct calls *c = mem_alloc(1, sizeof(*c));
  c->keeps = keep;
  c->kept_room = keep ? dump_count(v->dump, WIRE_CALL) : 0; /* and more, where HIGH ones are missing */
  c->kept = mem_alloc(c->kept_room, sizeof(*c->kept));
  c->view = v;
  c->tree = tree;
  c->thread_count = view_thread_count(v);
  c->threads = mem_alloc(c->thread_count, sizeof(*c->threads));
  know_nodes(c);
  take_all(c, take, ctx);
  for (size_t i = 0; i < c->thread_count; i++) {
    mem_free(c->threads[i].runs);
    c->threads[i].runs = NULL;
  }
  return c;
}

struct calls *calls_new(struct view *v, const struct calltree *tree)
{
  return make_calls(v, tree, false, NULL, NULL);
}

struct calls *calls_new_kept(struct view *v, const struct calltree *tree)
{
  const size_t records = dump_count(v->dump, WIRE_CALL);
  const uint64_t bytes = records * (sizeof(struct wire_logged_call) + sizeof(uint32_t));
  return make_calls(v, tree, records <= calls_kept_most && mem_may(KEPT_SHARE * bytes), NULL, NULL);
}

struct calls *calls_new_telling(struct view *v, const struct calltree *tree, calls_take *take, void *ctx)
{
  return make_calls(v, tree, false, take, ctx);
}

void calls_free(struct calls *c)
{
  if (!c)
    return;
  for (size_t i = 0; i < c->thread_count; i++) {
    struct calls_thread *t = &c->threads[i];
    free_numbers(&t->sizes);
    free_numbers(&t->rows);
    mem_free(t->marks);
  }
  mem_free(c->threads);
  mem_free(c->nodes);
  mem_free(c->kept);
  if (c->cache) {
    cursor_end(&c->cache->cursor);
    unpacked_free(&c->cache->kept);
  }
  mem_free(c->cache);
  mem_free(c);
}

/* ---- walks ---- */

/* Of the columns that are not in `columns` what a call says is not known. */
static struct calls_walk begin_walk(struct calls *c, uint64_t from, uint64_t to, uint64_t columns)
{
  return (struct calls_walk){ .calls = c, .cursor = cursor_begin_columns(c->view->dump, WIRE_CALL, from, to, columns),
                              .highs = mem_alloc(c->thread_count, sizeof(struct calls_high)),
                              .numbers = mem_alloc(c->thread_count, sizeof(uint64_t)) };
}

struct calls_walk calls_walk_begin(struct calls *c)
{
  return begin_walk(c, 0, UINT64_MAX, COLUMNS_OF_CALL);
}

void calls_walk_end(struct calls_walk *w)
{
  cursor_end(&w->cursor);
  mem_free(w->highs);
  mem_free(w->numbers);
}

bool calls_walk_next(struct calls_walk *w, struct call *call)
{
  const struct calls *c = w->calls;
  for (const struct wire_call *r; (r = cursor_next(&w->cursor));) {
    const struct calls_node *n = find_node(c, node_of(r));
    if (!n)
      continue;
    if (r->call & WIRE_CALL_HIGH) {
      w->highs[n->thread] = (struct calls_high){ r->raw, r->drift, r->away, r->call };
      continue;
    }
    const struct times t = times_of(r, &w->highs[n->thread]);
    *call = call_of(r, &t, n);
    w->thread = n->thread;
    w->number = w->numbers[n->thread]++;
    return true;
  }
  return false;
}

/* ---- one call ---- */

static void read_piece(struct calls *c, struct calls_piece *p)
{
  const struct calls_thread *own = &c->threads[p->thread];
  const struct calls_mark mark = own->marks[p->piece];
  const uint64_t left = own->count - p->piece * CALLS_PIECE;
  const size_t wanted = left < CALLS_PIECE ? (size_t)left : CALLS_PIECE;
  const uint64_t to = p->piece + 1 < own->piece_count ? own->marks[p->piece + 1].tsc : UINT64_MAX;
  struct cursor *cursor = &c->cache->cursor;
  struct calls_high high = { 0 };
  uint32_t skip = mark.skip;
  p->count = 0;
  cursor_restart(cursor, mark.tsc, to);
  cursor_skip(cursor, mark.tsc);
  for (const struct wire_call *r; p->count < wanted && (r = cursor_next(cursor));) {
    const struct calls_node *n = find_node(c, node_of(r));
    if (!n || n->thread != p->thread)
      continue;
    if (r->call & WIRE_CALL_HIGH) {
      high = (struct calls_high){ r->raw, r->drift, r->away, r->call };
      continue;
    }
    const struct times t = times_of(r, &high);
    const struct call call = call_of(r, &t, n);
    if (call.end == mark.tsc && skip)
      skip--;
    else
      p->calls[p->count++] = call;
  }
}

/* The piece that a call is in, where it is in memory; else the one that was used longest ago, in *oldest. */
static struct calls_piece *find_piece(struct calls_cache *cache, uint32_t thread, uint64_t piece,
                                      struct calls_piece **oldest)
{
  *oldest = cache->pieces;
  for (size_t i = 0; i < sizeof(cache->pieces) / sizeof(cache->pieces[0]); i++) {
    struct calls_piece *at = &cache->pieces[i];
    if (at->used && at->thread == thread && at->piece == piece)
      return at;
    if (at->used < (*oldest)->used)
      *oldest = at;
  }
  return NULL;
}

static struct calls_cache *new_cache(const struct calls *c)
{
  struct calls_cache *cache = mem_alloc(1, sizeof(*cache));
  cache->cursor = cursor_begin(c->view->dump, WIRE_CALL);
  cache->cursor.kept = &cache->kept;
  return cache;
}

bool calls_read(struct calls *c, uint32_t thread, uint64_t number, struct call *call)
{
  const uint64_t piece = number / CALLS_PIECE;
  if (number >= c->threads[thread].count)
    return false;
  if (c->keeps) {
    dump_note_read(c->view->dump, DUMP_KIND(WIRE_CALL));
    read_kept(c, thread, number, call);
    return true;
  }
  if (!c->cache)
    c->cache = new_cache(c);
  struct calls_piece *p = c->cache->last, *oldest;
  if (!p || p->thread != thread || p->piece != piece)
    p = find_piece(c->cache, thread, piece, &oldest);
  if (!p) {
    p = oldest;
    p->thread = thread;
    p->piece = piece;
    read_piece(c, p);
  }
  p->used = ++c->cache->uses;
  c->cache->last = p;
  if (number % CALLS_PIECE >= p->count)
    return false;
  *call = p->calls[number % CALLS_PIECE];
  return true;
}

/* ---- the way through the tree ---- */

uint64_t calls_last_child(const struct calls *c, uint32_t thread, uint64_t root)
{
  if (root == CALLS_NONE)
    return c->threads[thread].count ? c->threads[thread].count - 1 : CALLS_NONE;
  return calls_size(c, thread, root) > 1 ? root - 1 : CALLS_NONE;
}

uint64_t calls_child_before(const struct calls *c, uint32_t thread, uint64_t root, uint64_t child)
{
  const uint64_t first = root == CALLS_NONE ? 0 : root + 1 - calls_size(c, thread, root);
  const uint32_t size = calls_size(c, thread, child);
  return child >= first + size ? child - size : CALLS_NONE;
}

uint64_t *calls_path(const struct calls *c, uint32_t thread, uint64_t number, size_t *depth)
{
  uint64_t *path = NULL, root = CALLS_NONE;
  size_t room = 0;
  *depth = 0;
  while (root != number) {
    uint64_t k = calls_last_child(c, thread, root);
    while (k + 1 - calls_size(c, thread, k) > number)
      k = calls_child_before(c, thread, root, k);
    mem_grow(&path, &room, *depth + 1, sizeof(*path));
    path[(*depth)++] = root = k;
  }
  return path;
}

bool calls_is_stray(const struct calls *c, uint32_t node, uint32_t caller_node)
{
  return c->nodes[node].parent != caller_node && !calltree_is_other(&c->tree->nodes[node]);
}

/* ---- finding ---- */

int64_t calls_over(double us, uint64_t hz)
{
  const double cycles = us * (double)hz / 1e6, most = 0x1p63;
  return cycles >= most ? INT64_MAX : cycles <= -most ? INT64_MIN + 1 : (int64_t)cycles;
}

/* Whether call `a` of a thread comes before call `b`: it is around `b`, or it ended before `b` began. So the calls of a
 * thread have one order, also where the clock shows one time for several of them. */
static bool comes_before(const struct calls *c, uint32_t thread, uint64_t a, uint64_t b)
{
  return a < b ? b - a >= calls_size(c, thread, b) : a - b < calls_size(c, thread, a) && a != b;
}

/* A place in the order of a search. */
struct place { uint32_t depth, thread; uint64_t number; };

static struct place place_of(const struct calls *c, const struct calls_wanted *w, uint32_t thread, uint64_t number,
                             const struct call *call)
{
  return (struct place){ w->breadth ? c->tree->nodes[call->node].depth : 0, thread, number };
}

static bool is_before(const struct calls *c, const struct place *a, const struct place *b)
{
  if (a->depth != b->depth)
    return a->depth < b->depth;
  if (a->thread != b->thread)
    return a->thread < b->thread;
  return comes_before(c, a->thread, a->number, b->number);
}

/* A search that goes on. */
struct search {
  struct calls *calls;
  const struct calls_wanted *wanted;
  struct place after, best;      /* where it begins, if `behind`; what it has found, if `found` */
  bool behind, found;
  uint8_t *nodes;                /* by index in the call trees: 1 where the function is one */
  uint8_t *threads;              /* by index in the view: 1 where a node is one */
  uint32_t first;                /* the first thread that may have one among the records to come */
};

static bool is_below(const struct calls *c, const struct calls_wanted *w, uint32_t thread, uint64_t number)
{
  return w->number == CALLS_NONE ||
         (thread == w->thread && number < w->number && number + calls_size(c, w->thread, w->number) > w->number);
}

/* Whether a call of one of the functions is wanted otherwise, too. */
static bool is_wanted(const struct search *s, uint32_t thread, uint64_t number, const struct call *call)
{
  const struct calls_wanted *w = s->wanted;
  const struct place at = place_of(s->calls, w, thread, number, call);
  return (w->over == INT64_MIN || !call->known || call->time >= w->over) && is_below(s->calls, w, thread, number) &&
         (!s->behind || is_before(s->calls, &s->after, &at)) &&
         (!w->among || w->among(w->ctx, thread, number, call->start));
}

static void begin_search(struct search *s)
{
  const struct calls *c = s->calls;
  struct call call;
  s->nodes = mem_alloc(c->tree->count, 1);
  s->threads = mem_alloc(c->thread_count, 1);
  for (uint32_t i = 0; i < c->tree->count; i++)
    if (s->wanted->functions[c->tree->nodes[i].function])
      s->nodes[i] = s->threads[c->nodes[i].thread] = 1;
  s->behind = s->wanted->after_number != CALLS_NONE &&
              calls_read(s->calls, s->wanted->after_thread, s->wanted->after_number, &call);
  if (s->behind)
    s->after = place_of(c, s->wanted, s->wanted->after_thread, s->wanted->after_number, &call);
  s->first = s->behind && !s->wanted->breadth ? s->wanted->after_thread : 0;
}

static void end_search(struct search *s)
{
  mem_free(s->nodes);
  mem_free(s->threads);
}

/* Whether records to come may hold a better one, of which so many of each thread have come. A search for the call that
 * began first is done with a thread when it has found one of its calls: what began before that call and ends later is
 * around it. */
static bool may_be_better(struct search *s, const uint64_t *come)
{
  const struct calls *c = s->calls;
  while (s->first < c->thread_count && (!s->threads[s->first] || come[s->first] == c->threads[s->first].count))
    s->first++;
  return s->first < c->thread_count && (s->wanted->breadth || !s->found || s->first < s->best.thread);
}

/* Of a call that was found and the calls around it the outermost one that is wanted. */
static void go_outwards(struct search *s)
{
  struct call call;
  size_t depth;
  uint64_t *path = calls_path(s->calls, s->best.thread, s->best.number, &depth);
  for (size_t i = 0; i + 1 < depth; i++)
    if (calls_read(s->calls, s->best.thread, path[i], &call) && s->nodes[call.node] &&
        is_wanted(s, s->best.thread, path[i], &call)) {
      s->best.number = path[i];
      break;
    }
  mem_free(path);
}

/* What a search reads of each record: times only where it is asked for them. */
static uint64_t columns_of_search(const struct calls_wanted *w)
{
  return COLUMN(call) | (w->over != INT64_MIN ? COLUMN(raw) | COLUMN(drift) : 0) |
         (w->among ? COLUMN(raw) | COLUMN(away) : 0);
}

bool calls_find(struct calls *c, const struct calls_wanted *w, uint32_t *thread, uint64_t *number)
{
  struct search s = { .calls = c, .wanted = w };
  struct call call;
  begin_search(&s);
  struct calls_walk walk = begin_walk(c, 0, UINT64_MAX, columns_of_search(w));
  while (may_be_better(&s, walk.numbers) && calls_walk_next(&walk, &call)) {
    if (!s.nodes[call.node])
      continue;
    const struct place at = place_of(c, w, walk.thread, walk.number, &call);
    if ((s.found && !is_before(c, &at, &s.best)) || !is_wanted(&s, walk.thread, walk.number, &call))
      continue;
    s.best = at;
    s.found = true;
  }
  calls_walk_end(&walk);
  if (s.found && !w->breadth)
    go_outwards(&s);
  end_search(&s);
  *thread = s.best.thread;
  *number = s.best.number;
  return s.found;
}

/* Adds a call to the statistics; `mean` and `squares` are of those before it (B. P. Welford, "Note on a Method for
 * Calculating Corrected Sums of Squares", 1962). */
static void add_rank(struct calls_rank *r, int64_t at, int64_t time, double *mean, double *squares)
{
  r->count++;
  r->total += time;
  r->below += time < at;
  r->same += time == at;
  r->least = time < r->least ? time : r->least;
  r->most = time > r->most ? time : r->most;
  const double off = (double)time - *mean;
  *mean += off / (double)r->count;
  *squares += off * ((double)time - *mean);
}

struct calls_rank calls_rank(struct calls *c, uint32_t function, int64_t time)
{
  struct calls_rank rank = { .least = INT64_MAX, .most = INT64_MIN };
  double mean = 0, squares = 0;
  struct calls_high *highs = mem_alloc(c->thread_count, sizeof(*highs));
  struct cursor cursor = cursor_begin_columns(c->view->dump, WIRE_CALL, 0, UINT64_MAX,
                                              COLUMN(call) | COLUMN(raw) | COLUMN(drift));
  for (const struct wire_call *r; (r = cursor_next(&cursor));) {
    const struct calls_node *n = find_node(c, node_of(r));
    if (!n)
      continue;
    if (r->call & WIRE_CALL_HIGH) {
      highs[n->thread] = (struct calls_high){ r->raw, r->drift, 0, r->call };
      continue;
    }
    const struct times t = times_of(r, &highs[n->thread]);
    if (c->tree->nodes[n->index].function == function && t.known && !(r->call & WIRE_CALL_OPEN))
      add_rank(&rank, time, (int64_t)t.raw - t.drift, &mean, &squares);
  }
  cursor_end(&cursor);
  mem_free(highs);
  rank.mean = mean;
  rank.deviation = rank.count > 1 ? sqrt(squares / (double)(rank.count - 1)) : 0;
  return rank;
}
