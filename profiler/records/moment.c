/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moment.c: where all threads stand at one instant, those that wait, too (after xdProf, section 2.2, which had the
 * runnable ones).
 *
 * A thread's last stance is kept: while the thread has not run since, and waits for the same, it makes no record, and
 * no walk. Of one that has run the whole stack is walked, by its frame pointers, and what is new of it is recorded:
 * stacks are a tree of return addresses, PATH, and what two stacks have in common is one path of it. A walk that ended
 * at the first frame that is as before would be wrong: a function may have been called anew, at the same place of the
 * stack, by another caller (tests/unit/profiler/test_moment.c has such a stack).
 *
 * What always holds: a moment is recorded with all its stances or not at all; stances that found no room are recorded
 * by the next moment that has room, so the last stance that a reader has of each thread is right as long as no moment
 * is missing. All of it is by one thread at a time, while all others stand still.
 */
#include "records.h"

#include "log.h"
#include "probes/probe.h"
#include "state.h"

#define MOMENT_DEPTH 16384u /* addresses of one stack: a recursion ten thousand deep is whole */

/* What is known of a thread. */
struct last {
  struct wire_stance row;   /* its last one */
  uint64_t left_at;         /* when it had stopped running then */
  const char *name;         /* of what it waited on */
  uint32_t seen;            /* the last look at which it was there */
  bool told;                /* the reader has `row`, and knows the thread */
  bool stale;               /* `row` found no room */
};

/* Paths are found by a hash of the address and the path outside of it; `inner` is the path that was found in it last,
 * 0: none. */
struct path { uint32_t outer, inner; uint64_t address; };

static struct last *lasts;             /* by thread number - 1 */
static uint32_t *changed;              /* thread numbers of the moment that is being taken */
static struct wire_stack *found;       /* the walk's; MOMENT_DEPTH of them */
static struct path *paths;             /* by path number - 1 */
static uint32_t *places;               /* path numbers by hash; 0: none */
static uint32_t path_room, path_count, paths_handed, place_mask;
static uint64_t paths_refused;         /* stacks that were cut because there was no room */
static uint32_t moment;                /* number of the last one that was recorded */
static uint32_t look;                  /* counts those, too, that found no room */
static uint32_t known;                 /* threads that the reader knows and that are not gone */

/* ---- memory ---- */

static size_t words_up(size_t bytes)
{
  return (bytes + 7) & ~(size_t)7;
}

/* Returns the places of the hash for `room` paths: a power of two, at most three quarters full. */
static uint32_t places_for(uint32_t room)
{
  uint32_t places_wanted = 64;
  while (places_wanted / 4 * 3 < room)
    places_wanted *= 2;
  return places_wanted;
}

size_t prof_moment_memory(const struct prof_config *c)
{
  if (!(c->modes & WIRE_MODE_MOMENTS))
    return 0;
  return c->threads * sizeof(*lasts) + words_up(c->threads * sizeof(*changed)) + MOMENT_DEPTH * sizeof(*found) +
         c->paths * sizeof(*paths) + places_for(c->paths) * sizeof(*places);
}

void prof_moment_init(const struct prof_config *c, void *memory)
{
  uint8_t *p = memory;
  lasts = NULL;
  moment = look = known = path_room = path_count = paths_handed = 0;
  paths_refused = 0;
  if (!(c->modes & WIRE_MODE_MOMENTS))
    return;
  lasts = (struct last *)(void *)p;
  p += c->threads * sizeof(*lasts);
  changed = (uint32_t *)(void *)p;
  p += words_up(c->threads * sizeof(*changed));
  found = (struct wire_stack *)(void *)p;
  p += MOMENT_DEPTH * sizeof(*found);
  paths = (struct path *)(void *)p;
  p += c->paths * sizeof(*paths);
  places = (uint32_t *)(void *)p;
  path_room = c->paths;
  place_mask = places_for(path_room) - 1;
}

void prof_moment_begin(void)
{
  for (uint32_t i = 0; lasts && i < prof_state.config.threads; i++)
    lasts[i].told = lasts[i].stale = false;
  known = 0;
}

/* ---- paths ---- */

#define PATH_ROWS 256

void prof_path_collect(const struct prof_sink *sink)
{
  static struct wire_path rows[PATH_ROWS];
  const uint32_t end = __atomic_load_n(&path_count, __ATOMIC_ACQUIRE);
  while (paths_handed < end) {
    size_t n = 0;
    for (; n < PATH_ROWS && paths_handed < end; paths_handed++) {
      const struct path *p = &paths[paths_handed];
      rows[n++] = (struct wire_path){ .id = paths_handed + 1, .outer = p->outer, .address = p->address };
    }
    sink->records(sink->ctx, WIRE_PATH, rows, n);
  }
}

void prof_path_abandon(uint64_t sent)
{
  paths_handed = sent < path_count ? (uint32_t)sent : path_count;
}

struct prof_tally prof_path_tally(void)
{
  const uint64_t no_room = PROF_READ(paths_refused);
  return (struct prof_tally){ .made = PROF_READ(path_count) + no_room, .dropped = no_room };
}

#ifdef PROF_PORT_MOMENTS

/* Returns the first place at which a path may be: multiplied by 2^64 over the golden ratio (Knuth, volume 3, 6.4). */
static uint32_t hash_path(uint32_t outer, uint64_t address)
{
  const uint64_t mixed = (address ^ (uint64_t)outer << 40 ^ outer) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(mixed >> 32) & place_mask;
}

/* Returns the number of a path, a new one where it has none; 0: there is no room. */
static uint32_t number_path(uint32_t outer, uint64_t address)
{
  uint32_t at = hash_path(outer, address);
  for (; places[at]; at = (at + 1) & place_mask)
    if (paths[places[at] - 1].address == address && paths[places[at] - 1].outer == outer)
      return places[at];
  if (path_count == path_room)
    return 0;
  paths[path_count] = (struct path){ .outer = outer, .address = address };
  __atomic_store_n(&path_count, path_count + 1, __ATOMIC_RELEASE); /* what hands paths out finds them whole */
  places[at] = path_count;
  return path_count;
}

/* Returns the path of the addresses found[1..depth), the innermost first. */
static uint32_t number_stack(uint16_t depth, uint16_t *flags)
{
  uint32_t outer = 0;
  for (uint16_t i = depth; i > 1; i--) {
    const uint32_t expected = outer ? paths[outer - 1].inner : 0;
    const bool same = expected && paths[expected - 1].address == found[i - 1].address;
    const uint32_t path = same ? expected : number_path(outer, found[i - 1].address);
    if (!path) {
      *flags |= WIRE_STANCE_CUT;
      PROF_WRITE(paths_refused, paths_refused + 1);
      break;
    }
    if (outer)
      paths[outer - 1].inner = path;
    outer = path;
  }
  return outer;
}


/* ---- stances ---- */

/* Returns whether a thread that does not run stands where it stood when its place was asked for last. */
static bool has_not_run(const struct last *last, const struct prof_thread *t)
{
  return last->row.thread && last->left_at == PROF_READ(t->left_at) && last->row.state != WIRE_STATE_RUNNING;
}

/* Returns whether a thread that waits for what `s` says stands as its last row says. */
static bool stands_as_before(const struct last *last, const struct prof_thread *t, const struct prof_stance *s)
{
  return last->told && !last->stale && s->state != WIRE_STATE_RUNNING && last->left_at == PROF_READ(t->left_at) &&
         last->row.state == s->state && last->row.wait == s->wait && last->row.on == s->on && last->name == s->name &&
         last->row.owner == (s->owner ? s->owner->id : 0);
}

/* Walks the stack of a thread, and puts it into its row. */
static void place_stance(struct wire_stance *row, const struct prof_thread *t, const struct prof_stance *s)
{
  row->ip = 0;
  row->path = 0;
  if (!s->placed)
    return;
  const struct prof_walked w = prof_walk_place(t, &s->place, found, MOMENT_DEPTH);
  row->flags |= (w.cut ? WIRE_STANCE_CUT : 0) | (w.astray ? WIRE_STANCE_ASTRAY : 0);
  row->ip = w.depth ? found[0].address : 0;
  row->path = number_stack(w.depth, &row->flags);
}

/* Says anew where a thread stands. One that has not run since its last row stands where it did. */
static void renew_stance(struct last *last, const struct prof_thread *t, const struct prof_stance *s)
{
  struct wire_stance *row = &last->row;
  const uint64_t left_at = PROF_READ(t->left_at);
  const bool ran = !s->known || s->state == WIRE_STATE_RUNNING;
  row->thread = t->id;
  row->state = (uint8_t)s->state;
  row->wait = (uint8_t)s->wait;
  row->on = s->on;
  row->owner = s->owner ? s->owner->id : 0;
  if (last->name != s->name || !row->lock)
    row->lock = s->name ? prof_lock_number(s->name) : 0;
  row->flags &= ran ? 0 : WIRE_STANCE_CUT | WIRE_STANCE_ASTRAY;
  row->flags |= s->timed ? WIRE_STANCE_TIMED : 0;
  row->since = left_at;
  if (ran)
    place_stance(row, t, s);
  last->left_at = left_at;
  last->name = s->name;
}

/* Says where a thread stands where that is new, or due to be said again. Returns whether the thread is to be
 * recorded. */
static bool take_stance(struct prof_thread *t, const struct prof_stance *s)
{
  struct last *last = &lasts[t->id - 1];
  const bool same = stands_as_before(last, t, s), again = (look + t->id) % WIRE_STANCE_AGAIN == 0;
  last->seen = look;
  if (same && !again)
    return false;
  if (same)
    last->row.flags |= WIRE_STANCE_REPEATED;
  else
    renew_stance(last, t, s);
  return true;
}

/* Returns whether the profiler knows a thread by its number. */
static bool is_numbered(const struct prof_thread *t)
{
  return t->id && t->id <= prof_state.thread_count && prof_entry(t)->live == t;
}

/* Looks at all threads. Returns how many numbers are in changed[]. */
static uint32_t look_at_threads(struct wire_moment *m)
{
  const struct prof_thread *self = prof_port_thread();
  uint32_t count = 0, met = 0;
  for (struct prof_thread *t = prof_port_next(NULL); t; t = prof_port_next(t)) {
    if (t == self)
      continue;
    m->threads++;
    if (!is_numbered(t)) {
      m->unknown++;
      continue;
    }
    struct prof_stance s = { .known = has_not_run(&lasts[t->id - 1], t) };
    if (!prof_port_stands(t, &s)) {
      m->unknown++;
      continue;
    }
    met += lasts[t->id - 1].told;
    if (take_stance(t, &s))
      changed[count++] = t->id;
  }
  for (uint32_t id = 1; met < known && id <= prof_state.thread_count; id++)
    if (lasts[id - 1].told && lasts[id - 1].seen != look) {
      lasts[id - 1].row = (struct wire_stance){ .thread = id, .state = WIRE_STATE_GONE };
      changed[count++] = id;
      met++;
    }
  return count;
}

/* Returns whether the own processor's part of a log has room for `count` records. */
static bool has_room(const struct prof_part *part, uint32_t count)
{
  return (int64_t)(__atomic_load_n(&part->last, __ATOMIC_ACQUIRE) + 1 - part->next) >= (int64_t)count;
}

/* Records a stance, and what the reader knows from then on. */
static void record_stance(struct last *last, const struct wire_moment *m, struct prof_part *part)
{
  struct wire_stance *row = &last->row;
  row->tsc = m->tsc;
  row->moment = m->number;
  if (row->state == WIRE_STATE_RUNNING || row->state == WIRE_STATE_GONE)
    row->since = m->tsc;
  *PROF_RECORD(stance, stances, part->next) = *row;
  prof_part_made(part);
  row->flags &= (uint16_t)~WIRE_STANCE_REPEATED;
  known += !last->told;
  last->told = true;
  last->stale = false;
  if (row->state == WIRE_STATE_GONE) {
    *last = (struct last){ .seen = last->seen };
    known--;
  }
}

/* Counts a moment that finds no room: what is new at it is said by a later one. */
static void drop_moment(struct prof_part *moments, struct prof_part *stances, uint32_t count)
{
  prof_part_drop(moments);
  prof_arch_grow(&stances->dropped, count);
  for (uint32_t i = 0; i < count; i++)
    lasts[changed[i] - 1].stale = true;
}

uint32_t prof_moment_take(enum wire_moment_why why, uint64_t stopped, uint64_t spread)
{
  if (!lasts || !PROF_READ(prof_moments.on))
    return 0;
  struct wire_moment m = { .tsc = stopped, .spread = spread, .number = moment + 1, .why = why };
  struct prof_part *moments = prof_log_own(&prof_moments), *stances = prof_log_own(&prof_stances);
  look++;
  m.stances = look_at_threads(&m);
  if (!has_room(moments, 1) || !has_room(stances, m.stances)) {
    drop_moment(moments, stances, m.stances);
    return 0;
  }
  for (uint32_t i = 0; i < m.stances; i++)
    record_stance(&lasts[changed[i] - 1], &m, stances);
  m.took = prof_time() - stopped;
  *PROF_RECORD(moment, moments, moments->next) = m;
  prof_part_made(moments);
  return ++moment;
}

uint64_t prof_moment_clock(void)
{
  return prof_time();
}

void prof_moments_missed(uint64_t count)
{
  if (lasts && PROF_READ(prof_moments.on))
    prof_arch_grow(&prof_log_own(&prof_moments)->dropped, count);
}

#endif

bool prof_moments_on(void)
{
  return PROF_READ(prof_moments.on);
}
