/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohorts.c: groups of objects and their survival; cohorts.h is the manual.
 */
#include "cohorts.h"

#include "cmd.h"

#include <stdlib.h>

#define LEAST_AGE 16u /* the alignment of slots: no smaller age above 0 is likely */

static uint32_t key_of(const struct wire_birth *b, enum cohorts_key key)
{
  return key == COHORTS_SITE ? b->site : key == COHORTS_CLASS ? b->class : 0;
}

static struct cohort *cohort_of(struct cohorts *c, struct map *rows, uint32_t key, const struct wire_birth *b)
{
  uint32_t row = map_get(rows, key);
  if (row != MAP_NONE)
    return &c->rows[row];
  cmd_grow(&c->rows, &c->room, c->count + 1, sizeof(*c->rows));
  map_put(rows, key, (uint32_t)c->count);
  c->rows[c->count] = (struct cohort){ .key = key, .class = b->class };
  return &c->rows[c->count++];
}

/* Whether the birth's first collection came and is known to have all its deaths: the object died then, or lived on. */
static bool first_is_known(const struct lives *l, uint32_t birth, size_t *first)
{
  *first = lives_first_collection(l, birth);
  if (*first == l->collection_count)
    return false;
  uint64_t survived = l->collections[*first].clock - l->births[birth].clock;
  return l->death[birth] != LIVES_UNKNOWN || l->age[birth] > survived;
}

static void count(struct cohort *c, const struct lives *l, uint32_t birth)
{
  const struct wire_birth *b = &l->births[birth];
  size_t first;
  c->count++;
  c->bytes += b->bytes;
  c->several |= b->class != c->class;
  if (l->death[birth] >= LIVES_UNKNOWN) {
    c->live_objects++;
    c->live_bytes += b->bytes;
  } else {
    c->mean_age += (double)l->age[birth];
  }
  if (first_is_known(l, birth, &first)) {
    c->came++;
    c->first_died += l->death[birth] == first;
  }
}

/* Gives each cohort its part of `members`, and `count` for another round of counting. */
static void lay_out(struct cohorts *c)
{
  size_t first = 0;
  for (size_t i = 0; i < c->count; i++) {
    struct cohort *k = &c->rows[i];
    if (k->count > k->live_objects)
      k->mean_age /= (double)(k->count - k->live_objects);
    k->first = first;
    first += k->count;
    k->count = 0;
  }
  c->members = cmd_alloc(first, sizeof(*c->members));
}

struct cohorts cohorts_of(struct view *v, enum cohorts_key key)
{
  struct cohorts c = { .lives = lives_get(v) };
  const struct lives *l = c.lives;
  const uint32_t *by_age = lives_by_age(v);
  struct map rows = { 0 };
  for (size_t i = 0; i < l->count; i++)
    if (lives_wanted(v, by_age[i]))
      count(cohort_of(&c, &rows, key_of(&l->births[by_age[i]], key), &l->births[by_age[i]]), l, by_age[i]);
  lay_out(&c);
  for (size_t i = 0; i < l->count; i++) {
    if (!lives_wanted(v, by_age[i]))
      continue;
    struct cohort *k = &c.rows[map_get(&rows, key_of(&l->births[by_age[i]], key))];
    c.members[k->first + k->count++] = by_age[i];
  }
  map_free(&rows);
  return c;
}

void cohorts_free(struct cohorts *c)
{
  free(c->rows);
  free(c->members);
  *c = (struct cohorts){ 0 };
}

/* ---- survival ---- */

static double weight(const struct survival *s, uint32_t birth)
{
  return s->by_bytes ? s->of->lives->births[birth].bytes : 1;
}

struct survival survival_begin(const struct cohorts *of, const struct cohort *cohort, bool by_bytes)
{
  return (struct survival){ .of = of, .cohort = cohort, .by_bytes = by_bytes, .alive = 1,
                            .at_risk = by_bytes ? (double)cohort->bytes : (double)cohort->count };
}

/* Takes all members of the age that the next one has: first those that died, then those that were seen no longer. */
static void take_an_age(struct survival *s)
{
  const struct lives *l = s->of->lives;
  const uint32_t *m = s->of->members + s->cohort->first;
  uint64_t age = l->age[m[s->next]];
  double died = 0, seen = 0;
  for (; s->next < s->cohort->count && l->age[m[s->next]] == age; s->next++) {
    bool dead = l->death[m[s->next]] < LIVES_UNKNOWN;
    *(dead ? &died : &seen) += weight(s, m[s->next]);
  }
  if (died > 0)
    s->alive *= 1 - died / s->at_risk;
  s->at_risk -= died + seen;
}

void survival_up_to(struct survival *s, uint64_t age)
{
  const uint32_t *m = s->of->members + s->cohort->first;
  while (s->next < s->cohort->count && s->of->lives->age[m[s->next]] < age)
    take_an_age(s);
}

bool cohort_median(const struct cohorts *of, const struct cohort *cohort, uint64_t *age)
{
  struct survival s = survival_begin(of, cohort, false);
  const uint32_t *m = of->members + cohort->first;
  while (s.next < cohort->count) {
    *age = of->lives->age[m[s.next]];
    take_an_age(&s);
    if (s.alive <= 0.5 + 1e-9) /* products of shares that come to a half may miss it by a rounding */
      return true;
  }
  return false;
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
