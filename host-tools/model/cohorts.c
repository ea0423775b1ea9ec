/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.c: groups of objects; cohorts.h is the manual.
 *
 * One pass says by what objects are followed, which makes kins of them. The next one counts objects by kin, and what
 * collections have seen of them. What is counted of kins comes to the figures of sites, of classes and of all; their
 * ages are cohort_ages.c's.
 */
#include "cohorts.h"

#include "cohort_ages.h"
#include "base/mem.h"

#include <string.h>

/* Objects of one site and class, by the bin of the age that they have when the next object is allocated. From 1,024
 * bytes on ages share the last bin. */
#define FAMILY_BINS 26u
struct family {
  uint32_t site, class;            /* numbers */
  uint32_t of_bin[FAMILY_BINS];    /* how many objects; from choose_kins() on, of which kin they are */
};

/* A bin with fewer objects than KIN_LEAST, or with less than one in KIN_SHARE of its family's, has no kin of its own:
 * too few say how long they live. Each kin costs as much as many observations, so the share is doubled until there are
 * no more kins than KINS_MORE besides one of each family. */
#define KIN_LEAST 100u
#define KIN_SHARE 20u
#define KINS_MORE 1000u

/* What cohorts are made with. */
struct cohort_builder {
  struct view *view;
  const struct lives *lives;
  struct cohorts *cohorts;
  struct family *families;
  size_t family_count, family_room;
  unsigned share;                  /* KIN_SHARE, or less of it; 0: not known yet */
  size_t chosen;                   /* families whose kins have been made */
  struct map of_family;            /* site number << 32 | class number -> family */
  struct kin *kins;
  size_t kin_count, kin_room;
  dump_kinds reads;                /* what was read to see which births are wanted */
  struct kept { uint32_t family, bytes; } *kept; /* births, until it is known when the objects died; bytes may be
                                                    APART */
  size_t kept_count;
  struct apart { uint64_t clock; uint32_t bytes; } *apart; /* of births whose clock is not that of the birth before and
                                                              their own bytes: there are few */
  size_t apart_count, apart_room;
  uint64_t kept_clock;             /* of the last birth that is kept */
  size_t *behind;                  /* by collection: births that it is the first collection of, and those before */
  struct map_near near_families;   /* of `of_family` */
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

static uint32_t family_of(struct cohort_builder *c, const struct wire_birth *b)
{
  const uint64_t key = (uint64_t)b->site << 32 | b->class;
  uint32_t row = map_get_near(&c->near_families, &c->of_family, key);
  if (row != MAP_NONE)
    return row;
  mem_grow(&c->families, &c->family_room, c->family_count + 1, sizeof(*c->families));
  map_put(&c->of_family, key, (uint32_t)c->family_count);
  c->families[c->family_count] = (struct family){ .site = b->site, .class = b->class };
  return (uint32_t)c->family_count++;
}

static unsigned family_bin(uint64_t next)
{
  const unsigned bin = cohorts_bin(next);
  return bin < FAMILY_BINS ? bin : FAMILY_BINS - 1;
}

static uint32_t kin_new(struct cohort_builder *c, const struct family *f)
{
  mem_grow(&c->kins, &c->kin_room, c->kin_count + 1, sizeof(*c->kins));
  c->kins[c->kin_count] = (struct kin){ .sum.key = f->site, .sum.class = f->class };
  return (uint32_t)c->kin_count++;
}

static bool are_few(uint64_t count, uint64_t all, unsigned share)
{
  return count < KIN_LEAST || count * share < all;
}

/* Counts the objects of a family, and those in bins with few. Returns how many bins have not few. */
static unsigned count_few(const struct family *f, unsigned share, uint64_t *all, uint64_t *few)
{
  unsigned large = 0;
  *all = *few = 0;
  for (unsigned bin = 0; bin < FAMILY_BINS; bin++)
    *all += f->of_bin[bin];
  for (unsigned bin = 0; bin < FAMILY_BINS; bin++)
    if (are_few(f->of_bin[bin], *all, share))
      *few += f->of_bin[bin];
    else
      large++;
  return large;
}

static unsigned choose_share(const struct cohort_builder *c)
{
  unsigned share = 2 * KIN_SHARE;
  uint64_t kins, all, few;
  do {
    share /= 2;
    kins = 0;
    for (size_t i = 0; i < c->family_count; i++)
      kins += count_few(&c->families[i], share, &all, &few);
  } while (share > 1 && kins > c->family_count + KINS_MORE);
  return share;
}

/* Makes the kins of a family: one of each bin that has not few objects; and one of all other objects, or where these
 * are few together, they are of the largest kin. */
static void choose_kins(struct cohort_builder *c, struct family *f)
{
  uint64_t all, few, most = 0;
  const bool none = !count_few(f, c->share, &all, &few), joined = !none && are_few(few, all, c->share);
  uint32_t rest = joined ? MAP_NONE : kin_new(c, f);
  for (unsigned bin = 0; bin < FAMILY_BINS; bin++) {
    const uint32_t count = f->of_bin[bin];
    f->of_bin[bin] = are_few(count, all, c->share) ? MAP_NONE : kin_new(c, f);
    if (joined && f->of_bin[bin] != MAP_NONE && count > most) {
      most = count;
      rest = f->of_bin[bin];
    }
  }
  for (unsigned bin = 0; bin < FAMILY_BINS; bin++)
    f->of_bin[bin] = f->of_bin[bin] == MAP_NONE ? rest : f->of_bin[bin];
}

/* The kin of an object of a family whose age is `next` when the next object is allocated. */
static uint32_t kin_of(struct cohort_builder *c, uint32_t family, uint64_t next)
{
  if (!c->share)
    c->share = choose_share(c);
  while (c->chosen <= family)
    choose_kins(c, &c->families[c->chosen++]);
  return c->families[family].of_bin[family_bin(next)];
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

static void count_object(struct cohort_builder *c, const struct life *life, uint32_t family)
{
  const uint32_t kin = kin_of(c, family, life->next);
  struct kin *k = &c->kins[kin];
  count_life(&k->sum, c->lives, life);
  if (life->next > 1)
    count_next(k, life->next < UINT32_MAX ? (uint32_t)life->next : UINT32_MAX);
  count_age(c, life);
  observations_add(&c->seen, c->lives, life, kin);
}

/* Counts by what the objects are followed. Of very many it is not worth it: each family is one kin then. */
static void count_followed(struct cohort_builder *c, struct view *v)
{
  const bool too_many = c->lives->count > COHORTS_KEPT;
  struct lives_walk w = lives_begin_window(c->lives, v, &(size_t){ 0 });
  for (struct life life; !too_many && lives_next(&w, &life);)
    if (lives_wanted(v, life.birth)) {
      const uint32_t family = family_of(c, life.birth);
      c->families[family].of_bin[family_bin(life.next)]++;
    }
  lives_end(&w);
}

static void count_all(struct cohort_builder *c, struct view *v)
{
  count_followed(c, v);
  struct lives_walk w = lives_begin_window(c->lives, v, &(size_t){ 0 });
  for (struct life life; lives_next(&w, &life);)
    if (lives_wanted(v, life.birth))
      count_object(c, &life, family_of(c, life.birth));
  lives_end(&w);
}

/* ---- the first pass, while the lives are made ---- */

#define UNWANTED UINT32_MAX /* the family of an object that the view does not want */
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

/* Keeps of a birth what is wanted when it is known when the object died. */
static void keep_birth(void *builder, const struct wire_birth *b, size_t first)
{
  struct cohort_builder *c = builder;
  const dump_kinds before = dump_swap_reads(c->view->dump, 0); /* the lives do not rest on it */
  const uint32_t family = lives_wanted(c->view, b) ? family_of(c, b) : UNWANTED;
  c->reads |= dump_swap_reads(c->view->dump, before);
  c->kept[c->kept_count++] = (struct kept){ family, keep_clock(c, b) };
  c->behind[first] = c->kept_count;
}

/* A walk through the births that are kept: {0}, then next_kept() until it returns false. */
struct kept_walk {
  size_t told;             /* births, this one too */
  size_t apart;            /* of them and the one ahead: those that are */
  struct apart now, ahead; /* clock and bytes of this one, and of the one behind it */
  uint64_t next;           /* its age when the next object is allocated, or 1, as in struct life */
};

static void look_ahead(const struct cohort_builder *c, struct kept_walk *w)
{
  const uint32_t bytes = c->kept[w->told].bytes;
  w->ahead = bytes == APART ? c->apart[w->apart++] : (struct apart){ w->ahead.clock + bytes, bytes };
}

static inline bool next_kept(const struct cohort_builder *c, struct kept_walk *w)
{
  if (w->told == c->kept_count)
    return false;
  if (!w->told)
    look_ahead(c, w);
  w->now = w->ahead;
  w->next = 1;
  if (++w->told < c->kept_count) {
    look_ahead(c, w);
    w->next = lives_age_at_next(w->now.clock, w->ahead.clock, w->ahead.bytes);
  }
  return true;
}

static void count_kept_followed(struct cohort_builder *c)
{
  for (struct kept_walk w = { 0 }; next_kept(c, &w);) {
    const uint32_t family = c->kept[w.told - 1].family;
    if (family != UNWANTED)
      c->families[family].of_bin[family_bin(w.next)]++;
  }
}

static void count_kept(struct cohort_builder *c)
{
  size_t first = 0;
  count_kept_followed(c);
  for (struct kept_walk w = { 0 }; next_kept(c, &w);) {
    const size_t i = w.told - 1;
    const uint32_t family = c->kept[i].family;
    while (c->behind[first] <= i)
      first++;
    if (family == UNWANTED)
      continue;
    const struct wire_birth b = { .site = c->families[family].site, .bytes = w.now.bytes, .clock = w.now.clock };
    struct life life = { .birth = &b, .number = i, .death = c->lives->death[i], .first = first, .next = w.next };
    lives_look(c->lives, &life);
    if (life.death >= LIVES_UNKNOWN || life.dead == LIVES_NEVER) /* of others nothing here asks for it */
      life.age = lives_age(c->lives, i, first, w.now.clock);
    count_object(c, &life, family);
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
  c->estimated = builder->view->estimated && dump_count(builder->view->dump, WIRE_STAMP);
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
  map_free(&builder->of_family);
  mem_free(builder->families);
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
  builder->lives = *lives = lives_new(v->dump, v->estimated, &(struct lives_guest){ keep_birth, builder });
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
