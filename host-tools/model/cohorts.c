/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.c: groups of objects; cohorts.h is the manual.
 *
 * One pass counts objects by kin, and what collections have seen of them. What is counted of kins comes to the figures
 * of sites, of classes and of all; their ages are cohort_ages.c's.
 */
#include "cohorts.h"

#include "cohort_ages.h"
#include "base/mem.h"

#include <string.h>

/* What cohorts are made with. */
struct cohort_builder {
  struct view *view;
  const struct lives *lives;
  struct cohorts *cohorts;
  struct kin *kins;
  size_t kin_count, kin_room;
  struct map of_kin;               /* site number << 32 | class number -> kin */
  dump_kinds reads;                /* what was read to see which births are wanted */
  struct kept { uint32_t kin, bytes; } *kept; /* births, until it is known when the objects died; bytes may be APART */
  size_t kept_count;
  struct apart { uint64_t clock; uint32_t bytes; } *apart; /* of births whose clock is not that of the birth before and
                                                              their own bytes: there are few */
  size_t apart_count, apart_room;
  uint64_t kept_clock;             /* of the last birth that is kept */
  size_t *behind;                  /* by collection: births that it is the first collection of, and those before */
  struct map_near near_kins;       /* of `of_kin` */
  struct age_counts ages;
  struct observations seen;
};

static int by_key(const void *a, const void *b)
{
  const struct cohort *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

static int by_site_and_bin(const void *a, const void *b)
{
  const struct cohort_ages *x = a, *y = b;
  return x->site != y->site ? (x->site > y->site) - (x->site < y->site) : (x->bin > y->bin) - (x->bin < y->bin);
}

/* ---- the first pass ---- */

static uint32_t kin_of(struct cohort_builder *c, const struct wire_birth *b)
{
  const uint64_t key = (uint64_t)b->site << 32 | b->class;
  uint32_t row = map_get_near(&c->near_kins, &c->of_kin, key);
  if (row != MAP_NONE)
    return row;
  mem_grow(&c->kins, &c->kin_room, c->kin_count + 1, sizeof(*c->kins));
  map_put(&c->of_kin, key, (uint32_t)c->kin_count);
  c->kins[c->kin_count] = (struct kin){ .sum.key = b->site, .sum.class = b->class };
  return (uint32_t)c->kin_count++;
}

/* Whether its first collection came and is known to have all its deaths: the object died then, or lived on. */
static bool first_is_known(const struct lives *l, const struct life *life)
{
  if (life->first == l->collection_count)
    return false;
  uint64_t survived = l->collections[life->first].clock - life->birth->clock;
  return life->death != LIVES_UNKNOWN || life->age > survived;
}

static void count_life(struct cohort *c, const struct lives *l, const struct life *life)
{
  c->count++;
  c->bytes += life->birth->bytes;
  c->seen += life->seen;
  if (life->death >= LIVES_UNKNOWN) {
    c->live_objects++;
    c->live_bytes += life->birth->bytes;
  }
  if (first_is_known(l, life)) {
    c->came++;
    c->first_died += life->death == life->first;
  }
}

/* Counts an object whose age is known as far as it will be: it lived at the end, or no collection that came by chance
 * has found it dead. */
static void count_age(struct cohort_builder *c, const struct life *life)
{
  if (life->death < LIVES_UNKNOWN && life->dead != LIVES_NEVER)
    return;
  struct cohort_ages *ages = age_counts_at(&c->ages, life->birth->site, cohorts_bin(life->age));
  if (life->death < LIVES_UNKNOWN)
    ages->died++;
  else
    ages->living++;
}

/* Keeps the least ages in their order. */
static void count_next(struct kin *k, uint32_t bytes)
{
  unsigned at = 0;
  while (at < KIN_NEXTS && k->next[at].count && k->next[at].bytes < bytes)
    at++;
  if (at == KIN_NEXTS)
    return;
  if (!k->next[at].count || k->next[at].bytes != bytes) {
    memmove(&k->next[at + 1], &k->next[at], (KIN_NEXTS - 1 - at) * sizeof(*k->next));
    k->next[at] = (struct kin_next){ bytes, 0 };
  }
  k->next[at].count++;
}

static void count_object(struct cohort_builder *c, const struct life *life, uint32_t kin)
{
  struct kin *k = &c->kins[kin];
  count_life(&k->sum, c->lives, life);
  if (life->next > 1)
    count_next(k, life->next < UINT32_MAX ? (uint32_t)life->next : UINT32_MAX);
  count_age(c, life);
  observations_add(&c->seen, c->lives, life, kin);
}

static void count_all(struct cohort_builder *c, struct view *v)
{
  struct lives_walk w = lives_begin_window(c->lives, v, &(size_t){ 0 });
  for (struct life life; lives_next(&w, &life);)
    if (lives_wanted(v, life.birth))
      count_object(c, &life, kin_of(c, life.birth));
  lives_end(&w);
}

/* ---- the first pass, while the lives are made ---- */

#define UNWANTED UINT32_MAX /* the kin of an object that the view does not want */
#define APART    UINT32_MAX /* instead of the bytes of a birth that `apart` has */

/* Keeps clock and bytes of a birth. Returns what stands for its bytes. */
static uint32_t keep_clock(struct cohort_builder *c, const struct wire_birth *b)
{
  const bool follows = b->clock == c->kept_clock + b->bytes && b->bytes != APART;
  c->kept_clock = b->clock;
  if (follows)
    return b->bytes;
  mem_grow(&c->apart, &c->apart_room, c->apart_count + 1, sizeof(*c->apart));
  c->apart[c->apart_count++] = (struct apart){ b->clock, b->bytes };
  return APART;
}

/* Clock and bytes of a birth that is kept; `before` are those of the birth before it. `apart` counts on. */
static inline struct apart kept_clock(const struct cohort_builder *c, size_t i, struct apart before, size_t *apart)
{
  const uint32_t bytes = c->kept[i].bytes;
  return bytes == APART ? c->apart[(*apart)++] : (struct apart){ before.clock + bytes, bytes };
}

/* Keeps of a birth what is wanted when it is known when the object died. */
static void keep_birth(void *builder, const struct wire_birth *b, size_t first)
{
  struct cohort_builder *c = builder;
  const dump_kinds before = dump_swap_reads(c->view->dump, 0); /* the lives do not rest on it */
  const uint32_t kin = lives_wanted(c->view, b) ? kin_of(c, b) : UNWANTED;
  c->reads |= dump_swap_reads(c->view->dump, before);
  c->kept[c->kept_count++] = (struct kept){ kin, keep_clock(c, b) };
  c->behind[first] = c->kept_count;
}

static void count_kept(struct cohort_builder *c)
{
  size_t first = 0, apart = 0;
  struct apart now, ahead = { 0, 0 };
  ahead = c->kept_count ? kept_clock(c, 0, ahead, &apart) : ahead;
  for (size_t i = 0; i < c->kept_count; i++) {
    const uint32_t kin = c->kept[i].kin;
    const bool last = i + 1 == c->kept_count;
    now = ahead;
    ahead = last ? ahead : kept_clock(c, i + 1, now, &apart);
    while (c->behind[first] <= i)
      first++;
    if (kin == UNWANTED)
      continue;
    const struct wire_birth b = { .site = c->kins[kin].sum.key, .bytes = now.bytes, .clock = now.clock };
    struct life life = { .birth = &b, .number = i, .death = c->lives->death[i], .first = first,
                         .next = last ? 1 : lives_age_at_next(now.clock, ahead.clock, ahead.bytes) };
    lives_look(c->lives, &life);
    if (life.death >= LIVES_UNKNOWN || life.dead == LIVES_NEVER) /* of others nothing here asks for it */
      life.age = lives_age(c->lives, i, first, now.clock);
    count_object(c, &life, kin);
  }
  mem_free(c->behind);
  mem_free(c->kept);
  mem_free(c->apart);
}

/* ---- from kins to groups ---- */

static uint32_t row_of(struct cohort_group *g, uint32_t key, uint32_t class)
{
  uint32_t row = map_get(&g->of_key, key);
  if (row != MAP_NONE)
    return row;
  mem_grow(&g->rows, &g->room, g->count + 1, sizeof(*g->rows));
  map_put(&g->of_key, key, (uint32_t)g->count);
  g->rows[g->count] = (struct cohort){ .key = key, .class = class };
  return (uint32_t)g->count++;
}

static void add_up(struct cohort *to, const struct cohort *kin)
{
  to->several |= to->class != kin->class;
  to->count += kin->count;
  to->bytes += kin->bytes;
  to->live_objects += kin->live_objects;
  to->live_bytes += kin->live_bytes;
  to->seen += kin->seen;
  to->came += kin->came;
  to->first_died += kin->first_died;
}

static void group_kins(struct cohort_builder *c)
{
  struct cohorts *to = c->cohorts;
  for (size_t i = 0; i < c->kin_count; i++) {
    struct kin *k = &c->kins[i];
    k->site = row_of(&to->sites, k->sum.key, k->sum.class);
    k->class = row_of(&to->classes, k->sum.class, k->sum.class);
    add_up(&to->sites.rows[k->site], &k->sum);
    add_up(&to->classes.rows[k->class], &k->sum);
    add_up(&to->all, &k->sum);
  }
}

/* ---- the interface ---- */

static void sort_group(struct cohort_group *g)
{
  if (g->count)
    mem_sort(g->rows, g->count, sizeof(*g->rows), by_key);
}

static void set_bins(struct cohorts *c)
{
  for (size_t i = 0; i < c->age_count; i++)
    if (c->ages[i].bin >= c->bins)
      c->bins = c->ages[i].bin + 1;
}

static struct cohort_builder *builder_new(struct view *v)
{
  struct cohort_builder *builder = mem_alloc(1, sizeof(*builder));
  builder->view = v;
  builder->cohorts = mem_alloc(1, sizeof(*builder->cohorts));
  return builder;
}

/* Makes the groups of what was counted, and frees the builder. */
static struct cohorts *finish_cohorts(struct cohort_builder *builder)
{
  struct cohorts *c = builder->cohorts;
  group_kins(builder);
  c->exact = builder->lives->stamps && !builder->lives->unstamped;
  cohort_ages_estimate(c, &builder->seen, &builder->ages, builder->kins, builder->kin_count);
  c->ages = builder->ages.rows;
  c->age_count = builder->ages.count;
  set_bins(c);
  sort_group(&c->sites);
  sort_group(&c->classes);
  if (c->age_count)
    mem_sort(c->ages, c->age_count, sizeof(*c->ages), by_site_and_bin);
  observations_free(&builder->seen);
  map_free(&builder->ages.of_key);
  map_free(&builder->of_kin);
  mem_free(builder->kins);
  mem_free(builder);
  return c;
}

struct cohorts *cohorts_new(struct view *v, const struct lives *l)
{
  struct cohort_builder *builder = builder_new(v);
  builder->lives = l;
  count_all(builder, v);
  return finish_cohorts(builder);
}

struct cohorts *cohorts_with_lives(struct view *v, struct lives **lives, dump_kinds *rest_on)
{
  const size_t births = dump_count(v->dump, WIRE_BIRTH);
  if (v->windowed || births > COHORTS_KEPT)
    return NULL;
  struct cohort_builder *builder = builder_new(v);
  builder->kept = mem_alloc(births, sizeof(*builder->kept));
  builder->behind = mem_alloc(dump_count(v->dump, WIRE_COLLECTION) + 1, sizeof(*builder->behind));
  const dump_kinds before = dump_swap_reads(v->dump, 0);
  builder->lives = *lives = lives_new(v->dump, &(struct lives_guest){ keep_birth, builder });
  *rest_on = dump_swap_reads(v->dump, before);
  dump_note_read(v->dump, *rest_on | builder->reads);
  count_kept(builder);
  return finish_cohorts(builder);
}

void cohorts_free(struct cohorts *c)
{
  if (!c)
    return;
  mem_free(c->sites.rows);
  mem_free(c->classes.rows);
  mem_free(c->ages);
  map_free(&c->sites.of_key);
  map_free(&c->classes.of_key);
  mem_free(c);
}
