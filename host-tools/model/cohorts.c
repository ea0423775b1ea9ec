/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.c: groups of objects and their survival; cohorts.h is the manual.
 *
 * The first pass counts. Survival needs the objects by age: they are sorted a stretch of ages at a time, the
 * stretches chosen from the counts of the first pass so that memory is bounded. Objects of one site and class are a
 * kin: what is counted of kins comes to the figures of sites, of classes and of all.
 */
#include "cohorts.h"

#include "agesort.h"
#include "base/mem.h"

#define LEAST_AGE 16u /* the alignment of slots: no smaller age above 0 is likely */

struct kin { struct cohort sum; uint32_t site, class; }; /* rows of the groups */

/* What cohorts are made with. */
struct cohort_builder {
  const struct lives *lives;
  struct cohorts *cohorts;
  struct kin *kins;
  size_t kin_count, kin_room;
  struct map of_kin;               /* site number << 32 | class number -> kin */
  struct map of_age;               /* site number << 32 | bin -> row of `ages` */
  size_t age_room;
  uint64_t in_stretch[AGESORT_STRETCHES];
  struct agesort_object *objects;  /* all, where they are not too many; else of a stretch of ages */
  size_t object_count;
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
  uint32_t row = map_get(&c->of_kin, key);
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
  if (life->death >= LIVES_UNKNOWN) {
    c->live_objects++;
    c->live_bytes += life->birth->bytes;
  } else {
    c->ages += life->age;
  }
  if (first_is_known(l, life)) {
    c->came++;
    c->first_died += life->death == life->first;
  }
}

static void count_age(struct cohort_builder *c, const struct life *life)
{
  const unsigned bin = cohorts_bin(life->age);
  const uint64_t key = (uint64_t)life->birth->site << 32 | bin;
  uint32_t row = map_get(&c->of_age, key);
  if (row == MAP_NONE) {
    row = (uint32_t)c->cohorts->age_count++;
    mem_grow(&c->cohorts->ages, &c->age_room, c->cohorts->age_count, sizeof(*c->cohorts->ages));
    c->cohorts->ages[row] = (struct cohort_ages){ .site = life->birth->site, .bin = bin };
    map_put(&c->of_age, key, row);
  }
  struct cohort_ages *ages = &c->cohorts->ages[row];
  *(life->death < LIVES_UNKNOWN ? &ages->died : &ages->living) += 1;
  if (bin >= c->cohorts->bins)
    c->cohorts->bins = bin + 1;
}

static void gather_object(struct cohort_builder *c, const struct life *life, uint32_t kin)
{
  c->objects[c->object_count++] = (struct agesort_object){ life->age << 1 | (life->death >= LIVES_UNKNOWN), kin,
                                                           life->birth->bytes };
}

static void count_all(struct cohort_builder *c, struct view *v)
{
  size_t most;
  struct lives_walk w = lives_begin_window(c->lives, v, &most);
  if (most <= COHORTS_SORTED)
    c->objects = mem_alloc(most, sizeof(*c->objects));
  for (struct life life; lives_next(&w, &life);) {
    if (!lives_wanted(v, life.birth))
      continue;
    const uint32_t kin = kin_of(c, life.birth);
    count_life(&c->kins[kin].sum, w.lives, &life);
    count_age(c, &life);
    c->in_stretch[agesort_stretch(life.age)]++;
    if (c->objects)
      gather_object(c, &life, kin);
  }
  lives_end(&w);
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
  to->ages += kin->ages;
  to->came += kin->came;
  to->first_died += kin->first_died;
}

static void begin_survival(struct cohort *c)
{
  c->survival = (struct survival){ .at_risk = (double)c->count, .alive = 1 };
  if (c->count > c->live_objects)
    c->mean_age = (double)c->ages / (double)(c->count - c->live_objects);
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
  for (size_t i = 0; i < to->sites.count; i++)
    begin_survival(&to->sites.rows[i]);
  for (size_t i = 0; i < to->classes.count; i++)
    begin_survival(&to->classes.rows[i]);
  begin_survival(&to->all);
}

/* ---- survival ---- */

/* All of the age at hand have come: first those that died, then those that were seen no longer. */
static void close_age(struct survival *s)
{
  if (s->died > 0)
    s->alive *= 1 - s->died / s->at_risk;
  s->at_risk -= s->died + s->seen;
  s->died = s->seen = 0;
}

static void close_cohort_age(struct cohort *c)
{
  close_age(&c->survival);
  /* Products of shares that come to a half may miss it by a rounding. */
  if (c->median_known || c->survival.alive > 0.5 + 1e-9)
    return;
  c->median_known = true;
  c->median = c->survival.age;
}

static void take_object(struct cohort *c, const struct agesort_object *o)
{
  if (c->survival.age != o->key >> 1) {
    close_cohort_age(c);
    c->survival.age = o->key >> 1;
  }
  *(o->key & 1 ? &c->survival.seen : &c->survival.died) += 1;
}

/* Where the curves of all objects stand. */
struct curve { struct cohorts *cohorts; struct survival bytes; unsigned bin; };

/* The ages below `bin` have come. */
static void draw_up_to(struct curve *c, unsigned bin)
{
  close_cohort_age(&c->cohorts->all);
  close_age(&c->bytes);
  while (c->bin < bin) {
    c->bin++;
    c->cohorts->alive[c->bin].objects = c->cohorts->all.survival.alive;
    c->cohorts->alive[c->bin].bytes = c->bytes.alive;
  }
}

static void take_of_all(struct curve *c, const struct agesort_object *o)
{
  const uint64_t age = o->key >> 1;
  const unsigned bin = cohorts_bin(age);
  if (bin > c->bin)
    draw_up_to(c, bin);
  take_object(&c->cohorts->all, o);
  if (c->bytes.age != age) {
    close_age(&c->bytes);
    c->bytes.age = age;
  }
  *(o->key & 1 ? &c->bytes.seen : &c->bytes.died) += o->bytes;
}

/* Takes the objects that were gathered. */
static void follow_gathered(struct cohort_builder *c, struct curve *curve)
{
  agesort(c->objects, c->object_count);
  for (size_t i = 0; i < c->object_count; i++) {
    const struct agesort_object *o = &c->objects[i];
    const struct kin *k = &c->kins[o->kin];
    take_object(&c->cohorts->sites.rows[k->site], o);
    take_object(&c->cohorts->classes.rows[k->class], o);
    take_of_all(curve, o);
  }
  mem_free(c->objects);
  c->objects = NULL;
  c->object_count = 0;
}

/* Gathers the `count` wanted objects with ages in stretches [from, to) and takes them. */
static void follow_stretches(struct cohort_builder *c, struct view *v, struct curve *curve, unsigned from, unsigned to,
                             uint64_t count)
{
  struct lives_walk w = lives_begin_window(c->lives, v, &(size_t){ 0 });
  c->objects = mem_alloc((size_t)count, sizeof(*c->objects));
  for (struct life life; lives_next(&w, &life);) {
    const unsigned stretch = agesort_stretch(life.age);
    if (stretch >= from && stretch < to && lives_wanted(v, life.birth))
      gather_object(c, &life, kin_of(c, life.birth));
  }
  lives_end(&w);
  follow_gathered(c, curve);
}

static void follow_by_parts(struct cohort_builder *c, struct view *v, struct curve *curve)
{
  for (unsigned from = 0, to; from < AGESORT_STRETCHES; from = to) {
    uint64_t count = c->in_stretch[from];
    for (to = from + 1; to < AGESORT_STRETCHES && count + c->in_stretch[to] <= COHORTS_SORTED; to++)
      count += c->in_stretch[to];
    if (count)
      follow_stretches(c, v, curve, from, to, count);
  }
}

static void close_all(struct cohort_group *g)
{
  for (size_t i = 0; i < g->count; i++)
    close_cohort_age(&g->rows[i]);
}

static void follow_all(struct cohort_builder *c, struct view *v)
{
  struct cohorts *of = c->cohorts;
  struct curve curve = { .cohorts = of, .bytes = { .at_risk = (double)of->all.bytes, .alive = 1 } };
  of->alive[0].objects = of->alive[0].bytes = 1;
  if (c->objects)
    follow_gathered(c, &curve);
  else
    follow_by_parts(c, v, &curve);
  draw_up_to(&curve, of->bins);
  close_all(&of->sites);
  close_all(&of->classes);
}

/* ---- the interface ---- */

static void sort_group(struct cohort_group *g)
{
  if (g->count)
    mem_sort(g->rows, g->count, sizeof(*g->rows), by_key);
}

struct cohorts *cohorts_new(struct view *v, const struct lives *l)
{
  struct cohort_builder *builder = mem_alloc(1, sizeof(*builder));
  struct cohorts *c = builder->cohorts = mem_alloc(1, sizeof(*c));
  builder->lives = l;
  count_all(builder, v);
  group_kins(builder);
  follow_all(builder, v);
  sort_group(&c->sites);
  sort_group(&c->classes);
  if (c->age_count)
    mem_sort(c->ages, c->age_count, sizeof(*c->ages), by_site_and_bin);
  map_free(&builder->of_kin);
  map_free(&builder->of_age);
  mem_free(builder->kins);
  mem_free(builder);
  return c;
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

/* ---- bins ---- */

unsigned cohorts_bin(uint64_t age)
{
  if (age < LEAST_AGE)
    return 0;
  unsigned octave = 63 - (unsigned)__builtin_clzll(age);
  return 1 + (octave - 4) * 4 + (unsigned)(age >> (octave - 2) & 3);
}

uint64_t cohorts_bin_start(unsigned bin)
{
  if (bin == 0)
    return 0;
  unsigned octave = 4 + (bin - 1) / 4;
  return octave > 63 ? UINT64_MAX : (UINT64_C(4) + (bin - 1) % 4) << (octave - 2);
}
