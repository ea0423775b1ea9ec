/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moment.c: where all threads stand at one instant, those that wait, too (after xdProf, section 2.2, which had the
 * runnable ones).
 *
 * A thread's last stance is kept: while the thread has not run since, and waits for the same, it makes no record, and
 * no walk. Of one that has run the whole stack is walked, by its frame pointers, and what is new of it is recorded:
 * stacks are a tree of return addresses, PATH, and what two stacks have in common is one path of it. A walk that ended
 * at the first frame that is as before would be wrong: a function may have been called anew, at the same place of the
 * stack, by another caller (tests/unit/profiler/test_moment.c has such a stack). A frame that is known costs 73
 * instructions (measured: threads that have run, with stacks 20 and 40 frames deeper).
 *
 * Threads are met in the order of their numbers. Of a thread that is still, the port is not asked, and a look at it
 * takes some ten instructions: what it waits for is steady, as the port has said, and it was neither switched in nor made
 * ready since. Stacks of threads that are new may be walked before the moment at which they are told of.
 *
 * What always holds: a moment is recorded with all its stances or not at all; stances that found no room are recorded
 * by the next moment that has room, so the last stance that a reader has of each thread is right as long as no moment
 * is missing. All of it is by one thread at a time, while all others stand still.
 *
 * The moment of a crash is taken whatever modes record, and rests on no log: its stances are the threads' last ones,
 * and paths are kept for it. It grows thread by thread: where the kernel is so broken that looking at a thread faults,
 * what was told up to there stands, and a second call goes on behind that thread.
 */
#include "records.h"

#include "log.h"
#include "probes/probe.h"
#include "state.h"

#ifdef PROF_PORT_MOMENTS

#define MOMENT_DEPTH 16384u /* addresses of one stack: a recursion ten thousand deep is whole */

#define CRASH_PATHS  2048u  /* paths that are kept for the moment of a crash: those of 32 stacks of 64 addresses, */
#define CRASH_DEPTH  64u    /* which is what a stack keeps, its innermost part, that wants more than half of them */

/* What is known of a thread. */
struct last {
  struct wire_stance row;   /* its last one; thread 0: its place was not asked for yet */
  uint64_t left_at;         /* when it had stopped running then */
  const char *name;         /* of what it waited on */
  uint32_t is;              /* bits: */
};
enum {
  IS_TOLD = 1,              /* the reader has `row`, and knows the thread */
  IS_STALE = 2,             /* `row` found no room */
  IS_STEADY = 4,            /* stands as `row` says until it runs or is made ready */
};

/* Paths are found by a hash of the address and the path outside of it; `inner` is the path that was found in it last,
 * 0: none. */
struct path { uint32_t outer, inner; uint64_t address; };

/* A thread that is looked at. As long as its `left_at` is this one, and it was not made ready, it stands as it was told
 * last. */
struct watched {
  const struct prof_entry *entry;
  uint64_t left_at;         /* NEVER: look closer */
  bool again;               /* it is to be told again, though it stands as before */
};
#define NEVER UINT64_MAX

static struct last *lasts;             /* by thread number - 1 */
static struct watched *watched;        /* falling out when they are gone */
static uint32_t watched_count, met;    /* `met`: the greatest number that was put there */
static uint32_t prepared;              /* the greatest number that prof_moment_prepare() has seen; ticks read it, too */
static uint32_t *changed;              /* places in watched[], of the moment that is being taken */
static struct wire_moment crash;       /* its number 0: there was none; its stances are `row` of `lasts` */
static uint32_t crash_next;            /* watched[] up to here were looked at */
static struct wire_stack *found;       /* the walk's; found_room of them */
static uint16_t found_room;
static struct path *paths;             /* by path number - 1 */
static uint32_t *places;               /* path numbers by hash; 0: none */
static uint32_t path_room, path_count, paths_handed, place_mask;
static uint64_t paths_refused;         /* stacks that were cut because there was no room */
static uint32_t recorded;              /* number of the last moment that was recorded */
static uint32_t look;                  /* counts those, too, that found no room */
static uint64_t missed;                /* moments whose time passed without one */

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

/* Without the mode there is the moment of a crash. */
static uint16_t depth_of(const struct prof_config *c)
{
  return c->modes & WIRE_MODE_MOMENTS ? MOMENT_DEPTH : CRASH_PATHS / 2;
}

static uint32_t paths_of(const struct prof_config *c)
{
  return c->modes & WIRE_MODE_MOMENTS ? c->paths : 0;
}

size_t prof_moment_memory(const struct prof_config *c)
{
  const uint32_t most = paths_of(c) + CRASH_PATHS;
  return c->threads * (sizeof(*lasts) + sizeof(*watched)) + words_up(c->threads * sizeof(*changed)) +
         depth_of(c) * sizeof(*found) + most * sizeof(*paths) + places_for(most) * sizeof(*places);
}

static void share_out(const struct prof_config *c, uint8_t *p)
{
  lasts = (struct last *)(void *)p;
  p += c->threads * sizeof(*lasts);
  watched = (struct watched *)(void *)p;
  p += c->threads * sizeof(*watched);
  changed = (uint32_t *)(void *)p;
  p += words_up(c->threads * sizeof(*changed));
  found = (struct wire_stack *)(void *)p;
  found_room = depth_of(c);
  p += found_room * sizeof(*found);
  paths = (struct path *)(void *)p;
  path_room = paths_of(c);
  p += (path_room + CRASH_PATHS) * sizeof(*paths);
  places = (uint32_t *)(void *)p;
  place_mask = places_for(path_room + CRASH_PATHS) - 1;
}

void prof_moment_init(const struct prof_config *c, void *memory)
{
  recorded = look = path_room = path_count = paths_handed = watched_count = met = prepared = crash_next = 0;
  crash = (struct wire_moment){ 0 };
  paths_refused = missed = 0;
  share_out(c, memory);
}

void prof_moment_begin(void)
{
  for (uint32_t i = 0; i < prof_state.config.threads; i++)
    lasts[i].is = 0;
  for (uint32_t i = 0; i < watched_count; i++)
    watched[i].left_at = NEVER;
}

/* Returns whether a thread has a stance of the crash's moment. */
static bool is_told_at_crash(const struct last *last)
{
  return last->row.thread && last->row.moment == crash.number;
}

#define STANCE_ROWS 64

void prof_moment_collect_crash(const struct prof_sink *sink)
{
  static struct wire_stance rows[STANCE_ROWS];
  size_t n = 0;
  if (!crash.number)
    return;
  sink->records(sink->ctx, WIRE_MOMENT, &crash, 1);
  for (uint32_t i = 0; i < met; i++) {
    if (is_told_at_crash(&lasts[i]))
      rows[n++] = lasts[i].row;
    if (n == STANCE_ROWS || (n && i + 1 == met)) {
      sink->records(sink->ctx, WIRE_STANCE, rows, n);
      n = 0;
    }
  }
}

uint32_t prof_moment_of_crash(enum wire_kind kind)
{
  return kind == WIRE_MOMENT ? crash.number != 0 : crash.stances;
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

/* Returns whether a thread is where its place was asked for last. */
static inline bool knows_place(const struct last *last, uint64_t left_at)
{
  return last->row.thread && last->left_at == left_at && last->row.state != WIRE_STATE_RUNNING;
}

/* Returns whether a thread stands as its last row says, which the reader has. */
static bool stands_as_before(const struct last *last, uint64_t left_at, const struct prof_stance *s)
{
  return (last->is & (IS_TOLD | IS_STALE)) == IS_TOLD && s->state != WIRE_STATE_RUNNING && last->left_at == left_at &&
         last->row.state == s->state && last->row.wait == s->wait && last->row.on == s->on && last->name == s->name &&
         last->row.owner == (s->owner ? s->owner->id : 0);
}

/* Of a stack that wants more than half of the paths that are left for the crash the innermost addresses are kept: else
 * one endless recursion would leave none for the other threads. */
static void keep_innermost(struct prof_walked *w)
{
  if (w->depth <= CRASH_DEPTH || w->depth <= (path_room - path_count) / 2)
    return;
  w->depth = CRASH_DEPTH;
  w->cut = true;
}

/* Walks the stack of a thread, and puts it into its row. */
static void place_stance(struct wire_stance *row, const struct prof_thread *t, const struct prof_stance *s)
{
  row->ip = 0;
  row->path = 0;
  if (!s->placed)
    return;
  struct prof_walked w = prof_walk_place(t, &s->place, found, found_room);
  if (crash.number)
    keep_innermost(&w);
  row->flags |= (w.cut ? WIRE_STANCE_CUT : 0) | (w.astray ? WIRE_STANCE_ASTRAY : 0);
  row->ip = w.depth ? found[0].address : 0;
  row->path = number_stack(w.depth, &row->flags);
}

/* Says anew where a thread stands, which stopped running at `left_at`. One that has not run since its last row stands
 * where it did. */
static void renew_stance(struct last *last, const struct prof_thread *t, uint64_t left_at, const struct prof_stance *s)
{
  struct wire_stance *row = &last->row;
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

/* Takes note that a thread is gone, or was written over. Returns whether the reader is to be told. */
static bool take_gone(struct last *last, uint32_t id)
{
  last->row = (struct wire_stance){ .thread = id, .state = WIRE_STATE_GONE };
  last->is &= IS_TOLD;
  return last->is != 0;
}

/* Asks where a thread stands; `anew`: all of it. Returns false where that is not known. */
static bool ask(const struct last *last, uint32_t id, struct prof_thread *t, bool anew, struct prof_stance *s)
{
  *s = (struct prof_stance){ .known = !anew && knows_place(last, PROF_READ(t->left_at)) };
  PROF_WRITE(t->woken, false);
  __atomic_thread_fence(__ATOMIC_SEQ_CST); /* what is said from here on is newer */
  return t->id == id && prof_port_stands(t, s);
}

/* Says where a thread stands where that is new, or due to be said again. Returns whether the thread is to be
 * recorded. */
static bool take_stance(struct last *last, uint32_t id, struct prof_thread *t, bool again)
{
  const bool anew = crash.number;
  struct prof_stance s;
  if (!ask(last, id, t, anew, &s))
    return take_gone(last, id);
  const uint64_t left_at = PROF_READ(t->left_at);
  const bool same = !anew && stands_as_before(last, left_at, &s);
  last->is &= (uint32_t)~IS_STEADY;
  if (s.steady && s.state == WIRE_STATE_WAITING)
    last->is |= IS_STEADY;
  if (!same)
    renew_stance(last, t, left_at, &s);
  else if (again)
    last->row.flags |= WIRE_STANCE_REPEATED;
  return !same || again;
}

/* Returns the entry of a thread number. */
static const struct prof_entry *entry_of(uint32_t id)
{
  return &prof_state.threads[id - 1];
}

static uint32_t number_of(const struct watched *w)
{
  return (uint32_t)(w->entry - prof_state.threads) + 1;
}

/* From now on threads that are new are looked at, too. */
static void meet_new_threads(void)
{
  const uint32_t end = __atomic_load_n(&prof_state.thread_count, __ATOMIC_ACQUIRE);
  while (met < end)
    if (!(entry_of(++met)->flags & WIRE_THREAD_IRQ))
      watched[watched_count++] = (struct watched){ .entry = entry_of(met), .left_at = NEVER };
}

/* Looks at no thread there any more. The last one gets the place; it is told again, for the turns go by places. */
static void stop_watching(struct watched *w)
{
  *w = watched[--watched_count];
  w->left_at = NEVER;
  w->again = true;
}

/* Has every thread told again once in WIRE_STANCE_AGAIN looks. */
static void give_turns(void)
{
  for (uint32_t i = WIRE_STANCE_AGAIN - 1 - look % WIRE_STANCE_AGAIN; i < watched_count; i += WIRE_STANCE_AGAIN) {
    watched[i].left_at = NEVER;
    watched[i].again = true;
  }
}

/* Returns whether a thread has not moved since the reader was told where it stands. Common: kept short. */
static inline bool is_still(const struct watched *w)
{
  const struct prof_thread *t = PROF_READ(w->entry->live);
  return t && w->left_at == PROF_READ(t->left_at) && !PROF_READ(t->woken);
}

/* Looks closer at a thread. Returns whether it is to be recorded. */
static bool look_closer(struct wire_moment *m, struct watched *w, const struct prof_thread *self)
{
  const uint32_t id = number_of(w);
  struct prof_thread *t = PROF_READ(w->entry->live);
  struct last *last = &lasts[id - 1];
  if (t == self)
    return false;
  m->threads += t != NULL;
  const bool told = t ? take_stance(last, id, t, w->again) : take_gone(last, id);
  m->unknown += t && last->row.state == WIRE_STATE_GONE;
  w->left_at = !told && last->is == (IS_TOLD | IS_STEADY) ? last->left_at : NEVER;
  w->again = false;
  return told;
}

/* Looks at all threads. Returns how many places are in changed[]. */
static uint32_t look_at_threads(struct wire_moment *m)
{
  const struct prof_thread *self = prof_port_thread();
  uint32_t count = 0;
  meet_new_threads();
  give_turns();
  m->threads = m->unknown = PROF_READ(prof_state.threads_unnumbered);
  for (uint32_t i = 0; i < watched_count; i++) {
    if (is_still(&watched[i])) {
      m->threads++;
      continue;
    }
    while (i < watched_count && !PROF_READ(watched[i].entry->live) && !(lasts[number_of(&watched[i]) - 1].is & IS_TOLD))
      stop_watching(&watched[i]);
    if (i < watched_count && look_closer(m, &watched[i], self))
      changed[count++] = i;
  }
  return count;
}

bool prof_moment_prepare(uint32_t most)
{
  const struct prof_thread *self = prof_port_thread();
  const uint32_t end = __atomic_load_n(&prof_state.thread_count, __ATOMIC_ACQUIRE);
  if (!prof_moment_unprepared())
    return false;
  for (; prepared < end && most; most--) {
    const uint32_t id = prepared + 1;
    PROF_WRITE(prepared, id);
    struct prof_thread *t = PROF_READ(entry_of(id)->live);
    struct last *last = &lasts[id - 1];
    struct prof_stance s;
    if (t && t != self && !(entry_of(id)->flags & WIRE_THREAD_IRQ) && !last->row.thread && ask(last, id, t, false, &s) &&
        s.state != WIRE_STATE_RUNNING)
      renew_stance(last, t, PROF_READ(t->left_at), &s);
  }
  return prepared < end;
}

bool prof_moment_unprepared(void)
{
  return lasts && PROF_READ(prof_moments.on) && PROF_READ(prepared) < PROF_READ(prof_state.thread_count);
}

/* Returns whether the own processor's part of a log has room for `count` records. */
static bool has_room(const struct prof_part *part, uint32_t count)
{
  return (int64_t)(__atomic_load_n(&part->last, __ATOMIC_ACQUIRE) + 1 - part->next) >= (int64_t)count;
}

/* Makes a row that of a moment. */
static void date_stance(struct wire_stance *row, const struct wire_moment *m)
{
  row->tsc = m->tsc;
  if (row->state == WIRE_STATE_RUNNING || row->state == WIRE_STATE_GONE)
    row->since = m->tsc;
  row->moment = m->number;
}

/* Finishes the stance at a place of watched[] that is recorded, and returns it: the reader knows it from then on. */
static struct wire_stance tell_stance(uint32_t place, const struct wire_moment *m)
{
  struct watched *w = &watched[place];
  struct last *last = &lasts[number_of(w) - 1];
  struct wire_stance *row = &last->row;
  date_stance(row, m);
  const struct wire_stance told = *row;
  row->flags &= (uint16_t)~WIRE_STANCE_REPEATED;
  last->is = IS_TOLD | (last->is & IS_STEADY);
  w->left_at = last->is & IS_STEADY ? last->left_at : NEVER;
  if (row->state == WIRE_STATE_GONE)
    *last = (struct last){ .is = 0 };
  return told;
}

/* Counts a moment that finds no room: what is new at it is said by a later one. */
static void drop_moment(struct prof_part *moments, struct prof_part *stances, uint32_t count)
{
  prof_part_drop(moments);
  prof_arch_grow(&stances->dropped, count);
  for (uint32_t i = 0; i < count; i++)
    lasts[number_of(&watched[changed[i]]) - 1].is |= IS_STALE;
}

/* Records a moment for which there is room. */
static void record_moment(struct wire_moment *m, struct prof_part *moments, struct prof_part *stances)
{
  for (uint32_t i = 0; i < m->stances; i++) {
    *PROF_RECORD(stance, stances, stances->next) = tell_stance(changed[i], m);
    prof_part_made(stances);
  }
  m->took = prof_time() - m->tsc;
  *PROF_RECORD(moment, moments, moments->next) = *m;
  prof_part_made(moments);
}

static uint32_t take_by_logs(struct wire_moment *m)
{
  struct prof_part *moments = prof_log_own(&prof_moments), *stances = prof_log_own(&prof_stances);
  look++;
  m->stances = look_at_threads(m);
  if (!has_room(moments, 1) || !has_room(stances, m->stances)) {
    drop_moment(moments, stances, m->stances);
    return 0;
  }
  record_moment(m, moments, stances);
  return ++recorded;
}

/* Begins the moment of a crash: all its threads are unknown. */
static void begin_crash(const struct wire_moment *m, const struct prof_thread *self)
{
  crash = *m;
  path_room = paths_of(&prof_state.config) + CRASH_PATHS;
  meet_new_threads();
  crash.threads = PROF_READ(prof_state.threads_unnumbered);
  for (uint32_t i = 0; i < watched_count; i++) {
    const struct prof_thread *t = PROF_READ(watched[i].entry->live);
    crash.threads += t && t != self;
  }
  crash.unknown = crash.threads;
  recorded++;
}

/* Tells of one thread more how it stands. All are told anew: the profiler's notes of one may be broken, or cut for want
 * of room. A thread that is gone since the reader heard of it is told, too. */
static void look_after_crash(const struct watched *w, const struct prof_thread *self)
{
  const uint32_t id = number_of(w);
  struct prof_thread *t = PROF_READ(w->entry->live);
  struct last *last = &lasts[id - 1];
  if (t == self || !(t ? take_stance(last, id, t, false) : take_gone(last, id)))
    return;
  date_stance(&last->row, &crash);
  crash.stances++;
  crash.unknown -= last->row.state != WIRE_STATE_GONE;
}

static uint32_t take_at_crash(const struct wire_moment *m)
{
  const struct prof_thread *self = prof_port_thread();
  if (!crash.number)
    begin_crash(m, self);
  while (crash_next < watched_count)
    look_after_crash(&watched[crash_next++], self); /* that one may fault: it is not looked at again */
  crash.took = prof_time() - crash.tsc;
  return crash.number;
}

uint32_t prof_moment_take(enum wire_moment_why why, uint64_t stopped, uint64_t spread)
{
  struct wire_moment m = { .tsc = stopped, .spread = spread, .number = recorded + 1, .why = why };
  if (!lasts)
    return 0;
  if (why == WIRE_MOMENT_WHY_CRASH || why == WIRE_MOMENT_WHY_WATCHDOG)
    return take_at_crash(&m);
  return PROF_READ(prof_moments.on) && !crash.number ? take_by_logs(&m) : 0;
}

uint64_t prof_moment_clock(void)
{
  return prof_time();
}

void prof_moments_missed(uint64_t count)
{
  if (lasts && PROF_READ(prof_moments.on))
    prof_arch_grow(&missed, count);
}

uint64_t prof_moments_missed_count(void)
{
  return PROF_READ(missed);
}

#else /* the port does not say where threads stand */

size_t prof_moment_memory(const struct prof_config *c)
{
  (void)c;
  return 0;
}

void prof_moment_init(const struct prof_config *c, void *memory)
{
  (void)c, (void)memory;
}

void prof_moment_begin(void)
{
}

void prof_moment_collect_crash(const struct prof_sink *sink)
{
  (void)sink;
}

uint32_t prof_moment_of_crash(enum wire_kind kind)
{
  (void)kind;
  return 0;
}

void prof_path_collect(const struct prof_sink *sink)
{
  (void)sink;
}

void prof_path_abandon(uint64_t sent)
{
  (void)sent;
}

struct prof_tally prof_path_tally(void)
{
  return (struct prof_tally){ 0 };
}

uint64_t prof_moments_missed_count(void)
{
  return 0;
}

#endif

bool prof_moments_on(void)
{
  return PROF_READ(prof_moments.on);
}
