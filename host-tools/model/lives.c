/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lives.c: joins births and deaths; lives.h is the manual.
 *
 * Collections are gone through in their order. Before each, the births that came before it are put into a map by
 * their address; then its deaths take them out of it. What is met there again without a death in between has died
 * unseen.
 */
#include "lives.h"

#include "base/mem.h"
#include "base/search.h"
#include "dump/settings.h"

#include <string.h>

unsigned lives_mark_births = 65536; /* a walk through as many takes a millisecond or two */

#define GONE (MAP_NONE - 1) /* in the map: no object lives at that address */

#define AHEAD 8 /* records, from fetching an address' place in the map to its use: some 500 instructions */

/* The hashes of addresses whose places are being fetched, one after the other. */
struct hashes { struct { uint64_t object, hash; bool known; } all[AHEAD]; unsigned next; };

struct join {
  const struct dump *dump;
  struct lives *lives;
  struct map living;               /* address -> birth, or GONE */
  struct cursor births, deaths, stamps;
  struct hashes birth_hashes, death_hashes;
  uint64_t birth_hash, death_hash; /* of the next ones' addresses */
  const struct wire_birth *birth;  /* the next one; NULL: there are no more */
  const struct wire_death *death;  /* the next one; NULL: there are no more */
  const struct wire_stamp *stamp;  /* the next one; NULL: there are no more */
  uint32_t next;                   /* number of that birth */
  uint32_t *concerned;             /* by leak: births before this one are */
  size_t concerned_room;
  const struct lives_guest *guest; /* NULL: there is none */
  size_t first;                    /* the first collection behind the births that the guest has seen */
  uint64_t last;                   /* time of the birth before */
  bool births_lost;                /* on the line, anywhere among the births that are here */
};

/* ---- collections ---- */

static int by_number(const void *a, const void *b)
{
  const struct wire_collection *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

struct wire_collection *lives_collections(const struct dump *d, size_t *count)
{
  const size_t rows = dump_count(d, WIRE_COLLECTION);
  struct wire_collection *all = mem_alloc(rows, sizeof(*all));
  *count = 0;
  if (!rows)
    return all;
  memcpy(all, dump_collection_rows(d), rows * sizeof(*all));
  mem_sort(all, rows, sizeof(*all), by_number);
  for (size_t i = 0; i < rows; i++)
    if (!*count || all[*count - 1].id != all[i].id)
      all[(*count)++] = all[i];
  return all;
}

static bool comes_by_chance(const struct wire_collection *c)
{
  return c->reason != WIRE_REASON_FULL && c->reason != WIRE_REASON_ASKED;
}

static void find_chance(struct lives *l)
{
  uint32_t count = 0;
  l->chance = mem_alloc(l->collection_count + 1, sizeof(*l->chance));
  l->by_chance = mem_alloc(l->collection_count, sizeof(*l->by_chance));
  for (size_t i = 0; i < l->collection_count; i++) {
    l->chance[i] = count;
    if (comes_by_chance(&l->collections[i]))
      l->by_chance[count++] = (uint32_t)i;
  }
  l->chance[l->collection_count] = count;
  l->gap = mem_alloc(l->collection_count, sizeof(*l->gap));
}

/* ---- where deaths are missing ---- */

static void add_leak(struct join *j, size_t before, uint64_t clock)
{
  struct lives *l = j->lives;
  mem_grow(&l->leaks, &l->leak_room, l->leak_count + 1, sizeof(*l->leaks));
  mem_grow(&j->concerned, &j->concerned_room, l->leak_count + 1, sizeof(*j->concerned));
  j->concerned[l->leak_count] = j->next;
  l->leaks[l->leak_count++] = (struct lives_leak){ before, clock };
}

/* Whether collections between the one in front of `row` and `until` were not recorded, since the target was told to
 * stop. */
static bool is_paused(const struct join *j, size_t row, uint64_t until)
{
  uint64_t clear = UINT64_MAX;
  return settings_paused(j->dump, WIRE_MODE_OBJECTS, row ? j->lives->collections[row - 1].start : 0, until, &clear);
}

/* A collection before which one is missing, or may be, or that has fewer deaths than it made. */
static void look_for_leak(struct join *j, size_t row, uint64_t deaths)
{
  const struct wire_collection *c = &j->lives->collections[row];
  if (c->id != (row ? c[-1].id : 0) + 1 || is_paused(j, row, c->start))
    add_leak(j, row, row ? c[-1].clock : 0);
  else if (deaths < c->deaths)
    add_leak(j, row, c->clock);
}

/* The end is such a place when collections came behind the last one that is here, or one had begun. */
static void look_behind(struct join *j, bool more_deaths)
{
  const struct lives *l = j->lives;
  const struct wire_collection *last = l->collection_count ? &l->collections[l->collection_count - 1] : NULL;
  bool more = dump_has_end(j->dump) ? dump_tally(j->dump, WIRE_COLLECTION)->made > (last ? last->id : 0) : l->count > 0;
  if (more || more_deaths || is_paused(j, l->collection_count, UINT64_MAX))
    add_leak(j, l->collection_count, last ? last->clock : 0);
}

/* The first place from collection `row` on; NULL when nothing is missing. */
static inline const struct lives_leak *leak_after(const struct lives *l, size_t row)
{
  size_t low = 0;
  if (!l->leak_count)
    return NULL;
  SEARCH(low, l->leak_count, l->leaks[middle].before < row);
  return low < l->leak_count ? &l->leaks[low] : NULL;
}

/* ---- births and deaths ---- */

static void set_unknown(struct lives *l, uint32_t birth)
{
  l->death[birth] = LIVES_UNKNOWN;
  l->unknown++;
}

/* The hash of the address of a record that a cursor gives next. Begins to fetch the place of the address of the one
 * that comes AHEAD records later, NULL where that is not at hand. */
static inline uint64_t pass_hash(struct map *m, struct hashes *h, const uint64_t *object, const uint64_t *later)
{
  const unsigned at = h->next++ % AHEAD;
  const bool known = object && h->all[at].known && h->all[at].object == *object;
  const uint64_t hash = known ? h->all[at].hash : object ? map_hash(*object) : 0;
  h->all[at].known = later != NULL;
  if (later) {
    h->all[at].object = *later;
    h->all[at].hash = map_hash(*later);
    map_prefetch(m, h->all[at].hash);
  }
  return hash;
}

static void next_birth(struct join *j)
{
  struct lives *l = j->lives;
  const struct wire_birth *later = cursor_peek(&j->births, AHEAD);
  j->birth = cursor_next(&j->births);
  j->birth_hash = pass_hash(&j->living, &j->birth_hashes, j->birth ? &j->birth->object : NULL,
                            later ? &later->object : NULL);
  if (j->birth && j->birth->clock > l->end_clock)
    l->end_clock = j->birth->clock;
}

static void next_death(struct join *j)
{
  const struct wire_death *later = cursor_peek(&j->deaths, AHEAD);
  j->death = cursor_next(&j->deaths);
  j->death_hash = pass_hash(&j->living, &j->death_hashes, j->death ? &j->death->object : NULL,
                            later ? &later->object : NULL);
}

/* Notes a place in front of the next birth where it is time for one. */
static void note_mark(struct join *j)
{
  struct lives *l = j->lives;
  const size_t before = l->mark_count ? l->marks[l->mark_count - 1].before : 0;
  if (j->next - before >= lives_mark_births && j->birth->tsc > j->last) {
    mem_grow(&l->marks, &l->mark_room, l->mark_count + 1, sizeof(*l->marks));
    l->marks[l->mark_count++] = (struct lives_mark){ j->last, j->next };
  }
  j->last = j->birth->tsc;
}

static void show_birth(struct join *j)
{
  const struct lives *l = j->lives;
  while (j->first < l->collection_count && l->collections[j->first].start <= j->birth->tsc)
    j->first++;
  j->guest->see(j->guest->ctx, j->birth, j->first);
}

/* Puts the births before `tsc`, or all, into the map. What is met there again without a death in between died
 * unseen. */
static void let_live(struct join *j, bool all, uint64_t tsc)
{
  for (; j->birth && (all || j->birth->tsc < tsc); next_birth(j)) {
    note_mark(j);
    if (j->guest)
      show_birth(j);
    uint32_t *there = map_at_hashed(&j->living, j->birth->object, j->birth_hash);
    if (*there != MAP_NONE && *there != GONE)
      set_unknown(j->lives, *there);
    if (j->lives->ticks && j->next < j->lives->count)
      j->lives->ticks[j->next] = (struct lives_tick){ j->birth->clock, j->birth->tsc };
    *there = j->next++;
  }
}

/* The birth behind a collection is that of the object in front of which it came, unless other bytes were allocated in
 * between. */
static void note_gap(const struct join *j, size_t row)
{
  const struct wire_birth *b = j->birth;
  if (b && b->clock - b->bytes == j->lives->collections[row].clock)
    j->lives->gap[row] = b->bytes;
}

/* Whether deaths are missing that an object may have died, up to now. */
static bool is_concerned(const struct join *j, uint32_t birth)
{
  return j->lives->leak_count && birth < j->concerned[j->lives->leak_count - 1];
}

static void take_death(struct join *j, uint64_t object, uint32_t row)
{
  struct lives *l = j->lives;
  uint32_t *there = map_find_hashed(&j->living, object, j->death_hash);
  if (!there || *there == GONE) {
    l->strays++;
    return;
  }
  const uint32_t birth = *there;
  *there = GONE;
  if (j->births_lost && is_concerned(j, birth))
    set_unknown(l, birth); /* this may be the death of another, whose birth was lost */
  else
    l->death[birth] = row;
}

/* Takes the deaths of the collections up to number `id`; deaths of collections that are not here are of no use: their
 * time is not known. Returns how many there were of `id` itself. */
static uint64_t take_deaths(struct join *j, uint32_t id, uint32_t row)
{
  uint64_t count = 0;
  for (; j->death && j->death->collection <= id; next_death(j)) {
    if (j->death->collection < id) {
      j->lives->strays++;
      continue;
    }
    take_death(j, j->death->object, row);
    count++;
  }
  return count;
}

/* Takes the stamps of the collections up to number `id`. Before the deaths of that one: its objects are in the map. */
static void take_stamps(struct join *j, uint32_t id)
{
  for (; j->stamp && j->stamp->collection <= id; j->stamp = cursor_next(&j->stamps)) {
    const uint32_t *there = map_find(&j->living, j->stamp->object);
    if (j->stamp->collection == id && there && *there != GONE && *there < j->lives->count)
      j->lives->stamps[*there] =
        (struct lives_stamp){ j->stamp->lost ? j->stamp->lost : LIVES_ON_CLOCK, j->stamp->used };
  }
}

static void count_unstamped(struct lives *l)
{
  for (size_t i = 0; l->stamps && i < l->count; i++)
    l->unstamped += l->death[i] < LIVES_UNKNOWN && !l->stamps[i].lost;
}

static void join_all(struct join *j)
{
  struct lives *l = j->lives;
  next_birth(j);
  next_death(j);
  for (uint32_t row = 0; row < l->collection_count; row++) {
    let_live(j, false, l->collections[row].start);
    note_gap(j, row);
    take_stamps(j, l->collections[row].id);
    look_for_leak(j, row, take_deaths(j, l->collections[row].id, row));
  }
  let_live(j, true, 0);
  look_behind(j, j->death);
  for (; j->death; j->death = cursor_next(&j->deaths))
    l->strays++;
}

/* Sets the fate of objects to unknown for which no death was found, and which were born before the last place from
 * which deaths are missing; but for those of which a stamp says that they live at the end. */
static void settle_rest(struct join *j)
{
  struct lives *l = j->lives;
  uint32_t concerned = l->leak_count ? j->concerned[l->leak_count - 1] : 0;
  for (uint32_t i = 0; i < concerned; i++)
    if (l->death[i] == LIVES_ON && !(l->stamps && l->stamps[i].lost == LIVES_ON_CLOCK))
      set_unknown(l, i);
}

/* ---- the interface ---- */

struct lives *lives_without_deaths(const struct dump *d)
{
  struct lives *l = mem_alloc(1, sizeof(*l));
  l->dump = d;
  l->count = dump_count(d, WIRE_BIRTH);
  l->collections = lives_collections(d, &l->collection_count);
  find_chance(l);
  return l;
}

struct lives *lives_new(const struct dump *d, bool estimated, const struct lives_guest *guest)
{
  const uint64_t columns = CURSOR_COLUMN(birth, clock) | CURSOR_COLUMN(birth, object) | CURSOR_COLUMN(birth, bytes);
  struct lives *l = lives_without_deaths(d);
  struct join j = { .dump = d, .lives = l, .guest = guest, .births_lost = !dump_has_all(d, WIRE_BIRTH) };
  l->death = mem_alloc(l->count, sizeof(*l->death));
  memset(l->death, 0xff, l->count * sizeof(*l->death)); /* LIVES_ON */
  for (size_t i = 0; i < l->collection_count; i++)
    if (l->collections[i].clock > l->end_clock)
      l->end_clock = l->collections[i].clock;
  j.births = cursor_begin_columns(d, WIRE_BIRTH, 0, UINT64_MAX, guest ? XFER_ALL_COLUMNS : columns);
  j.deaths = cursor_begin(d, WIRE_DEATH);
  j.stamps = cursor_begin(d, WIRE_STAMP);
  if (!estimated && dump_count(d, WIRE_STAMP)) {
    l->stamps = mem_alloc(l->count, sizeof(*l->stamps));
    l->ticks = mem_alloc(l->count, sizeof(*l->ticks));
  }
  j.stamp = l->stamps ? cursor_next(&j.stamps) : NULL;
  join_all(&j);
  settle_rest(&j);
  count_unstamped(l);
  cursor_end(&j.stamps);
  cursor_end(&j.births);
  cursor_end(&j.deaths);
  map_free(&j.living);
  mem_free(j.concerned);
  return l;
}

void lives_free(struct lives *l)
{
  if (!l)
    return;
  mem_free(l->death);
  mem_free(l->stamps);
  mem_free(l->ticks);
  mem_free(l->leaks);
  mem_free(l->marks);
  mem_free(l->collections);
  mem_free(l->chance);
  mem_free(l->by_chance);
  mem_free(l->gap);
  mem_free(l);
}

struct lives_walk lives_begin(const struct lives *l)
{
  return (struct lives_walk){ .lives = l, .births = cursor_begin(l->dump, WIRE_BIRTH), .to = UINT64_MAX, .all = true };
}

/* How many places lie before `tsc`. */
static size_t marks_before(const struct lives *l, uint64_t tsc)
{
  size_t low = 0;
  SEARCH(low, l->mark_count, l->marks[middle].tsc < tsc);
  return low;
}

struct lives_mark lives_mark_before(const struct lives *l, uint64_t tsc)
{
  const size_t marks = marks_before(l, tsc);
  return marks ? l->marks[marks - 1] : (struct lives_mark){ 0, 0 };
}

struct lives_walk lives_begin_window(const struct lives *l, const struct view *v, size_t *most)
{
  uint64_t from, to;
  view_window(v, &from, &to);
  const struct lives_mark mark = lives_mark_before(l, from);
  const size_t end = marks_before(l, to);
  *most = (end < l->mark_count ? l->marks[end].before : l->count) - mark.before;
  return (struct lives_walk){ .lives = l, .births = cursor_begin_range(l->dump, WIRE_BIRTH, mark.tsc, to),
                              .at = mark.before, .behind = mark.tsc, .to = to, .all = !mark.before };
}

/* Up to which value of the allocation clock an object is known to have lived. */
static inline uint64_t seen_until(const struct lives *l, uint32_t death, size_t first)
{
  if (death == LIVES_ON)
    return l->end_clock;
  if (death != LIVES_UNKNOWN)
    return l->collections[death].clock;
  const struct lives_leak *leak = leak_after(l, first);
  return leak ? leak->clock : first < l->collection_count ? l->collections[first].clock : 0;
}

uint64_t lives_age(const struct lives *l, size_t birth, size_t first, uint64_t clock)
{
  const uint64_t seen = seen_until(l, l->death[birth], first);
  return seen > clock ? seen - clock : 0;
}

#define AGE_MOST (UINT64_MAX / 4) /* no run allocates so much: what claims it is forged */

static inline uint64_t age_until(uint64_t clock, uint64_t born)
{
  const uint64_t age = clock > born ? clock - born : 0;
  return age < AGE_MOST ? age : AGE_MOST;
}

/* Whether what a collection sees counts for the moment that was drawn, and not for all that it may have been. */
static inline bool counts_as_drawn(const struct lives *l)
{
  return l->chance[l->collection_count] >= LIVES_DRAWN_FROM;
}

static inline uint64_t age_at(const struct lives *l, uint64_t born, uint32_t chance)
{
  const struct wire_collection *c = &l->collections[l->by_chance[chance]];
  return age_until(c->clock + (counts_as_drawn(l) && c->ahead < AGE_MOST ? c->ahead : 0), born);
}

static inline uint32_t gap_at(const struct lives *l, uint32_t chance)
{
  const uint32_t row = l->by_chance[chance];
  return counts_as_drawn(l) || l->collections[row].reason == WIRE_REASON_STRESS ? 0 : l->gap[row];
}

/* The age up to which a collection for stress found an object alive before `c` found it dead: those that found no object
 * dead have no record. */
static inline uint64_t stress_age(const struct wire_collection *c, uint64_t born)
{
  return c->reason == WIRE_REASON_STRESS ? age_until(c->looked, born) : 0;
}

/* How many collections by chance come before deaths are missing that the object may have died: what later ones found of
 * it is not known. */
static inline uint32_t known_until(const struct lives *l, const struct life *life)
{
  const struct lives_leak *leak = leak_after(l, life->first);
  if (leak)
    return l->chance[leak->before];
  return l->chance[life->death == LIVES_UNKNOWN ? life->first : l->collection_count];
}

/* The time of the first birth behind `clock`, at which what was lost then was dead; UINT64_MAX: there is none. Births
 * of the one processor that stamps are for lie in the order of both. */
static uint64_t time_behind(const struct lives *l, uint64_t clock)
{
  size_t from = 0, to = l->count;
  while (from < to) {
    const size_t mid = from + (to - from) / 2;
    if (l->ticks[mid].clock <= clock)
      from = mid + 1;
    else
      to = mid;
  }
  return from < l->count ? l->ticks[from].tsc : UINT64_MAX;
}

/* What a stamp says of an object. */
static void look_at_stamp(const struct lives *l, struct life *life, const struct lives_stamp *stamp)
{
  const bool lives = stamp->lost == LIVES_ON_CLOCK;
  const uint64_t age = age_until(lives ? l->end_clock : stamp->lost, life->birth->clock);
  life->age = age > life->next || lives ? age : life->next;
  life->alive = life->age - !lives;
  life->dead = lives ? LIVES_NEVER : life->age;
  life->alive_gap = life->dead_gap = 0;
  life->seen = true;
  const uint64_t gone = lives ? UINT64_MAX : time_behind(l, stamp->lost);
  life->gone = gone < life->gone ? gone : life->gone;
}

void lives_look(const struct lives *l, struct life *life)
{
  life->gone = life->death < LIVES_UNKNOWN ? l->collections[life->death].end : UINT64_MAX;
  if (l->stamps && l->stamps[life->number].lost && life->death != LIVES_UNKNOWN) {
    look_at_stamp(l, life, &l->stamps[life->number]);
    return;
  }
  const uint32_t first = l->chance[life->first], end = known_until(l, life);
  const uint32_t by = life->death < LIVES_UNKNOWN ? l->chance[life->death] : end;
  const uint32_t found = by < end ? by : end; /* the first that found it dead */
  life->dead = LIVES_NEVER;
  life->alive = life->alive_gap = life->dead_gap = 0;
  if (found > first) {
    life->alive = age_at(l, life->birth->clock, found - 1);
    life->alive_gap = gap_at(l, found - 1);
  }
  if (found < end) {
    const uint64_t alive = stress_age(&l->collections[l->by_chance[found]], life->birth->clock);
    life->alive = alive > life->alive ? alive : life->alive;
    life->dead = age_at(l, life->birth->clock, found);
    life->dead_gap = gap_at(l, found);
  }
  life->seen = life->dead != LIVES_NEVER || life->alive > 0;
  if (life->dead < life->next) {
    life->dead = life->next;
    life->dead_gap = 0;
  }
  if (life->dead <= life->alive)
    life->dead = life->alive + 1;
}

static void look_ahead(struct lives_walk *w)
{
  const struct wire_birth *b = cursor_next(&w->births);
  w->has_ahead = b != NULL;
  if (b)
    w->ahead = *b;
}

/* Moves on to the next birth behind `behind`; `ahead` is then the one behind that. Returns whether there is one. */
static bool move_on(struct lives_walk *w)
{
  if (!w->begun)
    look_ahead(w);
  w->begun = true;
  do {
    if (!w->has_ahead)
      return false;
    w->now = w->ahead;
    look_ahead(w);
  } while (!w->all && w->now.tsc <= w->behind);
  return true;
}

bool lives_next(struct lives_walk *w, struct life *life)
{
  const struct lives *l = w->lives;
  const struct wire_birth *b = &w->now;
  if (!move_on(w) || b->tsc > w->to)
    return false;
  while (w->first < l->collection_count && l->collections[w->first].start <= b->tsc)
    w->first++;
  *life = (struct life){ .birth = b, .number = w->at, .death = l->death[w->at], .first = w->first,
                         .next = w->has_ahead ? lives_age_at_next(b->clock, w->ahead.clock, w->ahead.bytes) : 1,
                         .age = lives_age(l, w->at, w->first, b->clock) };
  w->at++;
  lives_look(l, life);
  return true;
}

void lives_end(struct lives_walk *w)
{
  cursor_end(&w->births);
}

bool lives_wanted(struct view *v, const struct wire_birth *b)
{
  uint32_t thread = view_thread(v, b->thread);
  return v->threads[thread].wanted && view_in_window(v, b->tsc);
}

const char *lives_reason(uint32_t reason)
{
  switch (reason) {
#define CASE(number, NAME, text) case number: return text;
  WIRE_REASONS(CASE)
#undef CASE
  default: return "unknown";
  }
}
